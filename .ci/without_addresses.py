"""Delete addresses for donations from a package-lock.json; `npm ci` needs none of them."""

import json
import sys
from pathlib import Path

lock_file = Path(sys.argv[1])
lock = json.loads(lock_file.read_text())
for package in lock["packages"].values():
    package.pop("funding", None)
lock_file.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n")
