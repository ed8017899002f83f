"""Rows in one SQLite file, by recipe, config, revision and seed, with the runs that made them.

Only the driver writes, and each chunk of rows is one transaction. A run that is killed at any
moment loses at most one chunk, and the next run continues from there. A file that this version
cannot read raises `BadInput` with its name and is left unchanged. The same holds for a damaged
file, even if one bit of one row changed, and for a file that the lab did not write: its schema must
be exactly ours, without views or triggers, and every row must be possible for its trial.

SQLite keeps its default, the rollback journal: the store is then one file between transactions,
which a write-ahead log would not be, and with one writer the log would gain little.
"""

import contextlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.json_text import members_once, whole_number_of
from mineproof.lab.config import Config, Row
from mineproof.lab.graph_files import graph_in, is_graph_file
from mineproof.lab.own import OwnExperiment, check_name
from mineproof.lab.provenance import ROW_FORMAT, Run, revision_of
from mineproof.lab.recipes import trial_named
from mineproof.play.outside.players import fingerprint, is_outside
from mineproof.play.outside.process import Limits
from mineproof.play.strategies import STRATEGIES

_APPLICATION_ID = 0x6D6C6162  # "mlab", SQLite's application id
_LOCK_TIMEOUT = 2.0  # seconds to wait for another program's lock
_LONGEST = 10_000  # bytes of the longest text that is accepted
_MOST = 2**63 - 1  # the largest seed
_LARGEST = 1e15  # seconds, or any other amount

_OPTIONAL = {"own", "limits"}  # optional fields of a run
_LIMITS = {field.name for field in fields(Limits)}

_TABLES = {
    "runs": "CREATE TABLE runs (id INTEGER PRIMARY KEY, run TEXT, checksum INTEGER)",
    "configs": "CREATE TABLE configs (id INTEGER PRIMARY KEY, recipe TEXT, config TEXT,"
    " revision TEXT, UNIQUE (recipe, config, revision))",
    "rows": "CREATE TABLE rows (config INTEGER, seed INTEGER, run INTEGER, row TEXT,"
    " checksum INTEGER, PRIMARY KEY (config, seed)) WITHOUT ROWID",
    "spent": "CREATE TABLE spent (run INTEGER, machine TEXT, seconds REAL,"
    " PRIMARY KEY (run, machine))",
}


class StoredConfig(NamedTuple):
    """A config that has rows, and the revision of these rows."""

    id: int
    text: str
    """The config as stored in the file."""
    config: Config
    revision: str
    today: str
    """The present revision of the rows; rows of another revision do not count."""

    @property
    def counts(self) -> bool:
        """Whether its rows have the present revision."""
        return self.revision == self.today


class Store:
    """An open store. `new` creates the file if there is none."""

    def __init__(self, path: str, *, new: bool = False) -> None:
        self.path = path
        with self._sqlite_errors():
            if not new and not Path(path).is_file():
                raise BadInput(f"{path}: no such store; `mineproof lab run` makes one")
            self._is_new = not os.path.lexists(path)
            self._connection = sqlite3.connect(path, timeout=_LOCK_TIMEOUT, isolation_level=None)
            try:
                self._connection.execute("PRAGMA trusted_schema = OFF")
                self._check(new)
            except BaseException:
                self._connection.close()
                if self._is_new and Path(path).is_file() and not Path(path).stat().st_size:
                    Path(path).unlink()
                raise

    def delete_if_unused(self) -> None:
        """Delete the file if this object made it and nobody has stored a row."""
        if not self._is_new:
            return
        with contextlib.suppress(sqlite3.Error, OSError), self._transaction():
            if self._one("SELECT count(*) FROM rows") == 0:
                Path(self.path).unlink()

    def _check(self, new: bool) -> None:
        entries = self._one("SELECT count(*) FROM sqlite_master")
        owner, version = self._one("PRAGMA application_id"), self._one("PRAGMA user_version")
        if entries == 0 and owner == 0 and new:
            self._make()
        elif owner != _APPLICATION_ID:
            raise BadInput(f"{self.path}: not a store of the lab")
        elif version != ROW_FORMAT:
            raise BadInput(
                f"{self.path}: a store of version {version}, and this program reads version"
                f" {ROW_FORMAT}; the file is unchanged: run the recipes again into another file"
            )
        elif self._schema() != {("table", name, sql) for name, sql in _TABLES.items()}:
            raise BadInput(f"{self.path}: damaged: its tables are not those of the lab")
        elif self._one("PRAGMA integrity_check(1)") != "ok":
            raise BadInput(self._damaged())

    def _schema(self) -> set[tuple[str, str, str]]:
        """Return the schema of the file, without the indices that SQLite makes automatically."""
        found = self._connection.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE NOT (type = 'index' AND sql IS NULL)"
        )
        return set(found.fetchmany(len(_TABLES) + 1))

    def _make(self) -> None:
        with self._transaction():
            if self._one("SELECT count(*) FROM sqlite_master"):
                return  # another run created it in the meantime
            for statement in _TABLES.values():
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            self._connection.execute(f"PRAGMA user_version = {ROW_FORMAT}")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def begin(self, run: Run) -> int:
        """Store the settings and the installation of a run; return its number."""
        kept = asdict(run)
        # Only user-defined experiments have these fields; other runs are stored without them.
        text = _text({key: kept[key] for key in kept if key not in _OPTIONAL or kept[key]})
        with self._sqlite_errors(), self._transaction():
            done = self._connection.execute(
                "INSERT INTO runs (run, checksum) VALUES (?, ?)", (text, _checksum(text))
            )
            assert done.lastrowid is not None
            return done.lastrowid

    def add(
        self,
        recipe: str,
        config: Config,
        rows: Iterable[tuple[int, Row]],
        run: int,
        machine: str = "",
        seconds: float = 0.0,
        *,
        revision: str = "",
    ) -> None:
        """Store rows by seed, all or none of them; an existing row is kept.

        `revision` is that of the rows; the default is the present one.
        """
        key = (recipe, _text(config), revision or revision_of(config))
        texts = [(seed, _text(row)) for seed, row in rows]
        with self._sqlite_errors(), self._transaction():
            self._connection.execute(
                "INSERT OR IGNORE INTO configs (recipe, config, revision) VALUES (?, ?, ?)", key
            )
            id = self._one(
                "SELECT id FROM configs WHERE recipe = ? AND config = ? AND revision = ?", key
            )
            self._connection.executemany(
                "INSERT OR IGNORE INTO rows VALUES (?, ?, ?, ?, ?)",
                [(id, seed, run, text, _checksum(*key, seed, run, text)) for seed, text in texts],
            )
            self._connection.execute(
                "INSERT INTO spent VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET seconds = seconds + excluded.seconds",
                (run, machine, seconds),
            )

    # Reading

    def seeds(self, recipe: str, config: Config, revision: str = "") -> set[int]:
        """Return the seeds of a config that have a row of `revision` (default: the present one)."""
        found = self._all(
            "SELECT seed FROM rows JOIN configs ON rows.config = configs.id"
            " WHERE recipe = ? AND configs.config = ? AND revision = ?",
            (recipe, _text(config), revision or revision_of(config)),
        )
        return {seed for (seed,) in found}

    def rows(self, recipe: str) -> Iterator[tuple[Config, int, Row]]:
        """Yield every valid row of a recipe: by config in the order of first storage, then by seed.

        Only rows of the present revision are valid.
        """
        runs = {id for id, _ in self._runs()}
        for one in self.configs(recipe):
            if not one.counts:
                continue
            trial = trial_named(str(one.config["trial"]))
            found = self._all(
                "SELECT seed, run, row, checksum FROM rows WHERE config = ? ORDER BY seed",
                (one.id,),
            )
            for seed, run, text, checksum in found:
                if checksum != _checksum(recipe, one.text, one.revision, seed, run, text):
                    raise BadInput(self._damaged())
                if type(seed) is not int or not 0 <= seed <= _MOST or run not in runs:
                    self._refuse(f"seed {shown(seed)} of run {shown(run)}")
                row = self._read(text)
                try:
                    trial.check(row)
                except BadInput as problem:
                    self._refuse(str(problem))
                yield one.config, seed, row

    def count(self, recipe: str) -> int:
        """Return the number of valid rows of a recipe."""
        return sum(self.rows_of(one) for one in self.configs(recipe) if one.counts)

    def own_runs(self) -> dict[str, list[Run]]:
        """Return the runs of user-defined experiments, by name, even without valid rows."""
        runs: dict[str, list[Run]] = {}
        for _, run in self._runs():
            if run.own is not None:
                runs.setdefault(run.recipe, []).append(run)
        return runs

    def runs(self, recipe: str) -> list[Run]:
        """Return the runs that made the valid rows of a recipe, the earliest first."""
        by_id = dict(self._runs())
        used = set[int]()
        for one in self.configs(recipe):
            if one.counts:
                found = self._all("SELECT DISTINCT run FROM rows WHERE config = ?", (one.id,))
                used |= {run for (run,) in found}
        return [run for id, run in by_id.items() if id in used]

    def spent(self) -> list[tuple[str, str, float]]:
        """Return the CPU seconds that the rows took, by recipe and machine."""
        recipes = {id: run.recipe for id, run in self._runs()}
        found = self._all("SELECT run, machine, seconds FROM spent")
        total: dict[tuple[str, str], float] = {}
        for id, machine, seconds in found:
            if id not in recipes or not _printable(machine) or not _amount(seconds):
                self._refuse(f"time of run {shown(id)}")
            key = (recipes[id], machine)
            total[key] = total.get(key, 0.0) + seconds
        return [(*key, seconds) for key, seconds in sorted(total.items())]

    def rows_of(self, one: StoredConfig) -> int:
        """Return the number of rows of a stored config."""
        with self._sqlite_errors():
            return int(self._one("SELECT count(*) FROM rows WHERE config = ?", (one.id,)))

    def configs(self, recipe: str) -> list[StoredConfig]:
        """Return the configs of a recipe that have rows, of every revision."""
        found = self._all(
            "SELECT id, config, revision FROM configs WHERE recipe = ? ORDER BY id", (recipe,)
        )
        newest = {text: revision for _, text, revision in found}
        configs = []
        for id, text, revision in found:
            config = self._read(text)
            known = all(
                _printable(value) if isinstance(value, str) else type(value) in (int, float)
                for value in config.values()
            )
            if not known or text != _text(config) or not _printable(text, revision):
                self._refuse(f"a config of {recipe}")
            try:
                configs.append(
                    StoredConfig(id, text, config, revision, _today(config, newest[text]))
                )
            except BadInput as problem:
                self._refuse(f"{recipe}: {problem}")
        return configs

    def _runs(self) -> list[tuple[int, Run]]:
        found = self._all("SELECT id, run, checksum FROM runs ORDER BY id")
        runs = []
        for id, text, checksum in found:
            if checksum != _checksum(text):
                raise BadInput(self._damaged())
            data = self._read(text)
            if not _is_run(data):
                self._refuse(f"run {id}")
            strategies, own = data.pop("strategies"), data.pop("own", None)
            names = None if strategies is None else tuple(strategies)
            try:
                experiment = None if own is None else OwnExperiment.read(own)
                if experiment:
                    check_name(data["recipe"])
            except BadInput as problem:
                self._refuse(f"run {id}: {problem}")
            runs.append((id, Run(**data, strategies=names, own=experiment)))
        return runs

    def _read(self, text: object) -> dict[str, Any]:
        """Return a stored object.

        Raise `BadInput` if it is not JSON, or has infinite numbers or NaN.
        """
        try:
            if not isinstance(text, str) or len(text) > _LONGEST:
                raise ValueError
            data = json.loads(
                text,
                parse_constant=_no_constant,
                parse_int=whole_number_of,
                object_pairs_hook=members_once,
            )
        except (ValueError, RecursionError):
            raise BadInput(self._damaged()) from None
        if not isinstance(data, dict):
            raise BadInput(self._damaged())
        return data

    def _refuse(self, what: str) -> NoReturn:
        text = "".join(sign if sign.isprintable() else "?" for sign in what[:200])
        raise BadInput(
            f"{self.path}: damaged: it has data that the lab does not write ({text}): use a backup"
            " or a new file"
        )

    # SQLite

    def _all(self, question: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._sqlite_errors():
            return self._connection.execute(question, values).fetchall()

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
        except UnicodeDecodeError:  # SQLite quotes content of the file
            raise BadInput(self._damaged()) from None

    def _damaged(self) -> str:
        return f"{self.path}: damaged: use a copy from before, or a new file"


def _today(config: Config, newest: str) -> str:
    """Return the revision of a config whose rows count: the present one.

    The files of a player from outside or of a graph may be missing, for instance in another folder.
    Then the rows of the last stored revision count.
    """
    name, shape = config.get("strategy"), config.get("shape")
    try:
        if isinstance(name, str) and is_outside(name):
            fingerprint(name)
        if is_graph_file(shape):
            graph_in(shape)
    except BadInput:
        return newest
    return revision_of(config)


def _is_run(data: dict[str, Any]) -> bool:
    """Tell whether an object has the fields of a run, each of its type."""
    if data.keys() | _OPTIONAL != {field.name for field in fields(Run)}:
        return False
    limits = data.get("limits", {})
    names, revisions, scale = data["strategies"], data["revisions"], data["scale"]
    return (
        all(_printable(data[key]) for key in ("recipe", "version", "engine", "machine", "began"))
        and (scale is None or _amount(scale))
        and type(data["seed"]) is int
        and isinstance(limits, dict)
        and all(name in _LIMITS and _amount(value) for name, value in limits.items())
        and (names is None or (isinstance(names, list) and all(map(_is_player, names))))
        and isinstance(revisions, dict)
        and all(_printable(name) and type(many) is int for name, many in revisions.items())
    )


def _is_player(name: object) -> bool:
    return _printable(name) and (name in STRATEGIES or is_outside(str(name)))


def _amount(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= _LARGEST


def _printable(*texts: object) -> bool:
    return all(isinstance(one, str) and one.isprintable() and len(one) < 1000 for one in texts)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _checksum(*parts: object) -> int:
    return zlib.crc32(" ".join(map(str, parts)).encode(errors="replace"))


def _text(data: Config | Row | dict[str, Any]) -> str:
    return json.dumps(dict(data), sort_keys=True, separators=(",", ":"))
