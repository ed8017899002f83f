"""Rows in one SQLite file, keyed by recipe, config and seed.

Only the driver writes, and each chunk of rows is one transaction. A run that is killed at any
moment loses at most one chunk, and the next run continues from there. A file that this version
cannot read is named in an error and left unchanged. So is a damaged file, even if one bit of one
row changed: no figure is made from it.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mineproof.errors import BadInput
from mineproof.lab.config import Config, Row

VERSION = 2
"""The version of the rows; a new one whenever an old row would mean something else."""
_APPLICATION_ID = 0x6D6C6162  # "mlab", SQLite's mark of the program that a file belongs to
_LOCK_TIMEOUT = 2.0  # seconds to wait for another program's lock

_TABLES = """
CREATE TABLE configs (id INTEGER PRIMARY KEY, recipe TEXT, config TEXT, UNIQUE (recipe, config));
CREATE TABLE rows (config INTEGER, seed INTEGER, row TEXT, checksum INTEGER,
    PRIMARY KEY (config, seed))
    WITHOUT ROWID;
CREATE TABLE spent (recipe TEXT, machine TEXT, seconds REAL, PRIMARY KEY (recipe, machine));
"""


class Store:
    """An open store. `new` creates the file if there is none."""

    def __init__(self, path: str, *, new: bool = False) -> None:
        self.path = path
        with self._sqlite_errors():
            if not new and not Path(path).is_file():
                raise BadInput(f"{path}: no such store; `mineproof lab run` makes one")
            self._connection = sqlite3.connect(path, timeout=_LOCK_TIMEOUT, isolation_level=None)
            try:
                self._check(new)
            except BaseException:
                self._connection.close()
                raise

    def _check(self, new: bool) -> None:
        tables = self._one("SELECT count(*) FROM sqlite_master")
        owner, version = self._one("PRAGMA application_id"), self._one("PRAGMA user_version")
        if tables == 0 and owner == 0 and new:
            self._make()
        elif owner != _APPLICATION_ID:
            raise BadInput(f"{self.path}: not a store of the lab")
        elif version != VERSION:
            raise BadInput(
                f"{self.path}: a store of version {version}, and this program reads version"
                f" {VERSION}; it is left unchanged"
            )
        elif self._one("PRAGMA quick_check(1)") != "ok":
            raise BadInput(self._damaged())

    def _make(self) -> None:
        with self._transaction():
            if self._one("SELECT count(*) FROM sqlite_master"):
                return  # another run made it meanwhile
            for statement in _TABLES.split(";"):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def seeds(self, recipe: str, config: Config) -> set[int]:
        """Return the seeds of a config that have a row."""
        with self._sqlite_errors():
            found = self._connection.execute(
                "SELECT seed FROM rows JOIN configs ON rows.config = configs.id"
                " WHERE recipe = ? AND configs.config = ?",
                (recipe, _text(config)),
            )
            return {seed for (seed,) in found}

    def add(
        self,
        recipe: str,
        config: Config,
        rows: Iterable[tuple[int, Row]],
        machine: str = "",
        seconds: float = 0.0,
    ) -> None:
        """Store rows by seed, all or none of them; a row that is there already stays."""
        key = (recipe, _text(config))
        texts = [(seed, _text(row)) for seed, row in rows]
        with self._sqlite_errors(), self._transaction():
            self._connection.execute(
                "INSERT OR IGNORE INTO configs (recipe, config) VALUES (?, ?)", key
            )
            id = self._one("SELECT id FROM configs WHERE recipe = ? AND config = ?", key)
            self._connection.executemany(
                "INSERT OR IGNORE INTO rows VALUES (?, ?, ?, ?)",
                [(id, seed, text, _checksum(*key, seed, text)) for seed, text in texts],
            )
            self._connection.execute(
                "INSERT INTO spent VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET seconds = seconds + excluded.seconds",
                (recipe, machine, seconds),
            )

    def rows(self, recipe: str) -> Iterator[tuple[Config, int, Row]]:
        """Yield every row of a recipe: by config in the order of first storage, then by seed."""
        with self._sqlite_errors():
            found = self._connection.execute(
                "SELECT configs.config, seed, row, checksum FROM rows JOIN configs"
                " ON rows.config = configs.id WHERE recipe = ? ORDER BY configs.id, seed",
                (recipe,),
            ).fetchall()
        text, config = "", dict[str, Any]()
        for config_text, seed, row, checksum in found:
            if checksum != _checksum(recipe, config_text, seed, row):
                raise BadInput(self._damaged())
            if config_text != text:
                text, config = config_text, json.loads(config_text)
            yield config, seed, json.loads(row)

    def count(self, recipe: str) -> int:
        """Return how many rows a recipe has."""
        with self._sqlite_errors():
            return int(
                self._one(
                    "SELECT count(*) FROM rows JOIN configs"
                    " ON rows.config = configs.id WHERE recipe = ?",
                    (recipe,),
                )
            )

    def spent(self) -> list[tuple[str, str, float]]:
        """Return the CPU seconds that the rows took, by recipe and machine."""
        with self._sqlite_errors():
            return self._connection.execute("SELECT * FROM spent ORDER BY recipe").fetchall()

    def _one(self, question: str, values: tuple[Any, ...] = ()) -> Any:
        return self._connection.execute(question, values).fetchone()[0]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _sqlite_errors(self) -> Iterator[None]:
        """Turn errors of SQLite into one line that names the file."""
        try:
            yield
        except (sqlite3.Error, OSError) as problem:
            words = str(problem)
            if words == "file is not a database":
                words = "not a store of the lab"
            elif words == "database is locked":
                words = "another program has locked it"
            elif "malformed" in words or words.startswith(("Could not decode", "no such ")):
                raise BadInput(self._damaged()) from None
            raise BadInput(f"{self.path}: {words}") from None
        except UnicodeDecodeError:  # SQLite quotes what it found in the file
            raise BadInput(self._damaged()) from None

    def _damaged(self) -> str:
        return f"{self.path}: damaged: use a copy from before, or a new file"


def _checksum(recipe: str, config: str, seed: int, row: str) -> int:
    return zlib.crc32(f"{recipe} {config} {seed} {row}".encode())


def _text(data: Config | Row) -> str:
    return json.dumps(dict(data), sort_keys=True, separators=(",", ":"))
