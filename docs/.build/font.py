"""Cut the typeface of the page out of Inter: `python docs/.build/font.py`. The result is in git.

Needs npm and `pip install 'fonttools[woff]'`. The file has the weights from 400 to 700, Latin
letters and the signs of the page that Inter has: 16 KB of 352. All figures are tabular, so that a
number that changes does not move what stands beside it.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

BASE = Path(__file__).parent.parent.parent / "src" / "mineproof" / "web" / "page" / "base"
PACKAGE = "inter-ui@4.1.1"
HASH = "e392e4d71f18a7c1f23dfecd833d68fa05eeab41862686584e80fd2b5d87e9c0"
SIGNS = "…¬←→↑↓·–‹’“”√\u00a0×⊗¹²³⁰⁴⁵⁶⁷⁸⁹★↗↘−"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
        [packed] = Path(folder).iterdir()
        if hashlib.sha256(packed.read_bytes()).hexdigest() != HASH:
            sys.exit(f"{PACKAGE} is not the file that was reviewed")
        with tarfile.open(packed) as archive:
            variable = archive.extractfile("package/variable/InterVariable.woff2").read()
            licence = archive.extractfile("package/LICENSE.txt").read()
    (BASE / "inter-licence.txt").write_bytes(licence)
    font = TTFont(BytesIO(variable), recalcTimestamp=False)
    use_tabular_figures(font)
    cut = subset.Subsetter(subset.Options(layout_features=["kern"], hinting=False))
    cut.populate(unicodes=[*range(0x20, 0x7F), *map(ord, SIGNS)])
    cut.subset(font)
    instancer.instantiateVariableFont(font, {"opsz": 14, "wght": (400, 700)}, inplace=True)
    font.save(BASE / "inter.woff2")


def use_tabular_figures(font: TTFont) -> None:
    """Let the digits be those of the feature `tnum`, everywhere."""
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for lookup in record.Feature.LookupListIndex:
            for step in table.LookupList.Lookup[lookup].SubTable:
                tabular = getattr(step, "ExtSubTable", step).mapping
                for characters in font["cmap"].tables:
                    for digit in map(ord, "0123456789"):
                        glyph = characters.cmap.get(digit)
                        if glyph in tabular:
                            characters.cmap[digit] = tabular[glyph]


if __name__ == "__main__":
    main()
