"""Rows in one SQLite file, keyed by recipe, config and seed.

Only the driver writes, a chunk of rows a transaction, so that a run that is killed at any moment
has lost at most the chunk it was at, and the next one goes on from there. A file that this version
cannot read is named and left as it is; so is one that was damaged, be it one bit of one row: no
figure is made of that.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mineproof.errors import BadInput

Config = dict[str, Any]
"""The settings of a trial: what a recipe varies and what it holds fixed."""
Row = dict[str, Any]
"""What one trial measured. `ms` is a time and no two runs agree on it; all else is the trial's."""

VERSION = 2
"""Raised whenever a row of an earlier version would mean something else."""
_OURS = 0x6D6C6162  # "mlab", where SQLite keeps the application a file belongs to
_PATIENCE = 2.0  # seconds to wait for another program's lock

_TABLES = """
CREATE TABLE configs (id INTEGER PRIMARY KEY, recipe TEXT, config TEXT, UNIQUE (recipe, config));
CREATE TABLE rows (config INTEGER, seed INTEGER, row TEXT, checksum INTEGER,
    PRIMARY KEY (config, seed))
    WITHOUT ROWID;
CREATE TABLE spent (recipe TEXT, machine TEXT, seconds REAL, PRIMARY KEY (recipe, machine));
"""


def same(row: Row) -> Row:
    """A row without its time: what every run of the trial agrees on.

    >>> same({"complete": True, "ms": 2.5})
    {'complete': True}
    """
    return {key: value for key, value in row.items() if key != "ms"}


class Store:
    """An open store. `new` makes the file if there is none."""

    def __init__(self, path: str, *, new: bool = False) -> None:
        self.path = path
        with self._told():
            if not new and not Path(path).is_file():
                raise BadInput(f"{path}: no such store; `mineproof lab run` makes one")
            self._connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
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
        elif owner != _OURS:
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
            self._connection.execute(f"PRAGMA application_id = {_OURS}")
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def seeds(self, recipe: str, config: Config) -> set[int]:
        """The seeds of a config that have their row."""
        with self._told():
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
        """Keep rows by seed, all or none of them; a row that is there already stays."""
        key = (recipe, _text(config))
        texts = [(seed, _text(row)) for seed, row in rows]
        with self._told(), self._transaction():
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
        """Every row of a recipe: by config in the order they were first met, then by seed."""
        with self._told():
            found = self._connection.execute(
                "SELECT configs.config, seed, row, checksum FROM rows JOIN configs"
                " ON rows.config = configs.id WHERE recipe = ? ORDER BY configs.id, seed",
                (recipe,),
            ).fetchall()
        text, config = "", Config()
        for config_text, seed, row, checksum in found:
            if checksum != _checksum(recipe, config_text, seed, row):
                raise BadInput(self._damaged())
            if config_text != text:
                text, config = config_text, json.loads(config_text)
            yield config, seed, json.loads(row)

    def count(self, recipe: str) -> int:
        """How many rows a recipe has."""
        with self._told():
            return int(
                self._one(
                    "SELECT count(*) FROM rows JOIN configs"
                    " ON rows.config = configs.id WHERE recipe = ?",
                    (recipe,),
                )
            )

    def spent(self) -> list[tuple[str, str, float]]:
        """CPU seconds that went into the rows, by recipe and machine."""
        with self._told():
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
    def _told(self) -> Iterator[None]:
        """What SQLite complains of, as one line that names the file."""
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


def _text(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))
