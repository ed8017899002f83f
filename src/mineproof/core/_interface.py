"""The C interface of the core (native/interface.cpp), loaded by ctypes or from WebAssembly.

On a machine the core is a library beside this package. Its functions keep Python's lock until they
release it themselves, so they need what ctypes calls a `PyDLL`, and some functions of Python, which
they get as addresses. In a browser or node the core is a JavaScript module: the page loads it
(native/wasm/core.mjs) and registers it with Pyodide before Python first asks for an engine.

Both loaders give the same: functions that take bytes, their number and further numbers and return
a number, and the output of the last call of this thread. This is the only file that knows how.

The core was an extension module before, by nanobind. Beside it (CPU time, interleaved, 25 rounds,
median and quartiles) a stuck expert position takes 1.02 times as long [1.01, 1.06] from the view to
its odds (n = 400), an expert game by `play_game` 1.07 times [1.02, 1.11] for `complete` (25) and
1.03 times [1.02, 1.06] for `guess` (10), a board that needs no guess 1.01 times [0.98, 1.03] (2
expert ones). A naive loader took 1.2 times as long for a position and 1.3 for a game. What it
takes: opened cells wait for the next question, counts of layouts are read when somebody asks for
them, and the arguments of the call made most often are not checked twice. Ctrl-C, sent 20 times in
each of six long calls while another thread ran, ended all of them; a callback of ctypes that looked
for it caught none, because Python drops what such a callback raises.
"""

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn, Protocol

from mineproof.base.errors import Cancelled, Contradiction, TooWide

_OUT_OF_MEMORY = -6
_ERRORS: dict[int, type[Exception]] = {
    -2: Contradiction,
    -3: TooWide,
    -4: Cancelled,
    -5: ValueError,
    _OUT_OF_MEMORY: MemoryError,
}
_TYPES: dict[str, Callable[[float], float]] = {"int": int, "bool": bool, "float": float}

CoreFunction = Callable[..., int]
"""Takes bytes, their number, further numbers, and for some functions a callback or None."""

_FUNCTIONS = {
    "field_names": 1,
    "race_settings": 0,
    "create_field": 2,
    "create_field_of_table": 1,
    "create_live": 2,
    "create_thinker": 1,
    "create_rollouts": 1,
    "forget": 1,
    "open": 1,
    "odds": 1,
    "least_risk": 1,
    "states": 1,
    "fronts": 1,
    "read": 2,
    "analyse": 2,
    "sample": 2,
    "choose": 2,
    "evaluate": 2,
    "roll_out": 4,
    "optimal_play": 5,
    "play_many": 4,
    "depth": 1,
    "flood_many": 2,
}
"""The functions of the core, and how many numbers each takes."""

_UNCHECKED = ("deduce",)
"""Called so often that the checks of ctypes would count; all arguments are made here."""

_CALL_BACK = ("evaluate", "play_many")
"""The functions that take a callback too."""

_PYTHON = (
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "PyErr_CheckSignals",
    "PyObject_CallFunction",
    "PyObject_IsTrue",
    "Py_DecRef",
    "PyBytes_FromStringAndSize",
)
"""The functions of Python that the core calls, in the order of native/host.cpp."""


class Core:
    """A loaded core."""

    def __init__(
        self,
        functions: dict[str, CoreFunction],
        output: Callable[[], bytes],
        message: Callable[[], str],
        handle: Callable[[int], object] = int,
    ) -> None:
        self.functions = functions
        self.output, self._message = output, message
        self.handle = handle  # an address as the functions that are called most often take it
        self.think_fields, self.candidate_fields, self.race_fields = map(self._fields, range(3))

    def _fields(self, which: int) -> dict[str, Callable[[float], float]]:
        """The fields of a struct of the core, and their types."""
        self.number("field_names", b"", which)
        words = self.output().decode().split()
        return {name: _TYPES[kind] for name, kind in (word.split(":") for word in words)}

    def fail(self, status: int) -> NoReturn:
        """Raise what a status below -1 means."""
        raise _ERRORS.get(status, RuntimeError)(self._message())

    def number(self, name: str, given: bytes, *others: object) -> int:
        """What a function returns."""
        status = self.functions[name](given, len(given), *others)
        if status < -1:
            self.fail(status)
        return status

    def result(self, name: str, given: bytes, *others: object) -> memoryview:
        """The output of a function."""
        self.number(name, given, *others)
        return memoryview(self.output())


def library_path() -> Path | None:
    """Where the library lies; None if it was not built."""
    import mineproof

    name = "_core.dll" if sys.platform == "win32" else "_core.so"
    return next((at for folder in mineproof.__path__ if (at := Path(folder, name)).exists()), None)


def from_library(path: Path) -> Core:
    """The core as a library; raise `OSError` if it cannot be loaded."""
    import ctypes

    library, number = ctypes.PyDLL(str(path)), ctypes.c_ssize_t
    addresses = [ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p) for name in _PYTHON]
    library.mineproof_use_python((ctypes.c_void_p * len(addresses))(*addresses))
    output = library.mineproof_bytes
    output.restype = ctypes.py_object
    functions: dict[str, CoreFunction] = {}
    for name, numbers in _FUNCTIONS.items():
        functions[name] = found = library[f"mineproof_{name}"]
        found.restype = number
        found.argtypes = [ctypes.c_char_p, number, *[number] * numbers]
        if name in _CALL_BACK:
            found.argtypes = [*found.argtypes, ctypes.py_object]
            functions[name] = partial(_with_callback, found, ctypes.py_object())
    for name in _UNCHECKED:
        functions[name] = library[f"mineproof_{name}"]
        functions[name].restype = number  # type: ignore[attr-defined]
    return Core(functions, output, lambda: output().decode(), number)


def _with_callback(function: CoreFunction, nothing: object, *arguments: object) -> int:
    *others, callback = arguments
    return function(*others, nothing if callback is None else callback)


class JsBytes(Protocol):
    """A Uint8Array."""

    def assign(self, values: bytes, /) -> None: ...
    def to_bytes(self) -> bytes: ...


class JsCore(Protocol):
    """The class Core of native/wasm/core.mjs."""

    functions: object
    isCancelled: Callable[[], bool] | None  # noqa: N815 (a name in JavaScript)

    def input(self, size: int) -> JsBytes | None: ...
    def output(self) -> JsBytes: ...
    def message(self) -> str: ...


def from_javascript(core: JsCore) -> Core:
    """The core in WebAssembly. It never reports how far it has come: a page plays few rollouts."""

    def call(function: CoreFunction, given: bytes, _size: int, *numbers: object) -> int:
        if given:
            room = core.input(len(given))
            if room is None:
                return _OUT_OF_MEMORY
            room.assign(given)
        return function(*(one.address if isinstance(one, Object) else one for one in numbers))

    def evaluate(function: CoreFunction, *arguments: object) -> int:
        *others, _report = arguments
        return call(function, *others, 0)  # type: ignore[arg-type]

    def play_many(function: CoreFunction, *arguments: object) -> int:
        from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

        *others, is_cancelled = arguments
        if is_cancelled is None:
            return call(function, *others, 0)  # type: ignore[arg-type]
        problems: list[BaseException] = []

        def ask() -> bool:
            try:
                return bool(is_cancelled())  # type: ignore[operator]
            except BaseException as problem:
                problems.append(problem)
                return True

        proxy = create_proxy(ask)
        core.isCancelled = proxy
        try:
            status = call(function, *others, 0)  # type: ignore[arg-type]
        finally:
            core.isCancelled = None
            proxy.destroy()
        if problems:
            raise problems[0]
        return status

    # Looking up a function in JavaScript takes as long as calling it.
    callers = {"evaluate": evaluate, "play_many": play_many}
    functions: dict[str, CoreFunction] = {
        name: partial(callers.get(name, call), getattr(core.functions, name))
        for name in (*_FUNCTIONS, *_UNCHECKED)
    }
    return Core(functions, lambda: core.output().to_bytes(), lambda: core.message())


class Object:
    """Something that the core keeps until it is no longer used here, also by a running call: an
    object is an argument itself. Only an object that its user holds is passed by its address."""

    def __init__(self, core: Core, kind: str, given: bytes, *others: object) -> None:
        self.core = core
        self.address = core.number(f"create_{kind}", given, *others)

    @property
    def _as_parameter_(self) -> int:  # ctypes asks for it
        return self.address

    def __del__(self) -> None:
        if hasattr(self, "address"):
            self.core.functions["forget"](b"", 0, self.address)


def field_of_shape(core: Core, rows: int, cols: int, shape: str) -> Object:
    """A board."""
    return Object(core, "field", shape.encode(), rows, cols)


def field_of_table(core: Core, table: "array[int]", ways: int) -> Object:
    """A board of which each cell has `ways` neighbours in the table."""
    return Object(core, "field_of_table", table.tobytes(), ways)


class Live(Object):
    """A game, or one position after another."""

    def __init__(self, core: Core, field: Object, mines: int = 0) -> None:
        super().__init__(core, "live", b"", field, mines)
        self._opened: list[int] = []  # cells and their clues that the core does not know yet
        self._deduce, self._handle = core.functions["deduce"], core.handle(self.address)

    def open(self, cell: int, clue: int) -> None:
        """Take note of an opened cell. A call takes longer than all else here, so it waits for the
        next question; an error too."""
        self._opened.append(cell)
        self._opened.append(clue)

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        opened, self._opened = array("i", self._opened).tobytes(), []
        certain = self._deduce(opened, len(opened), self._handle, bool(with_count))
        if not certain:
            return [], []
        if certain < 0:
            self.core.fail(certain)
        found = memoryview(self.core.output()).cast("i").tolist()
        safe = found.pop()
        return found[:safe], found[safe:]

    def told(self) -> "Live":
        """This game, of which the core knows every opened cell."""
        opened, self._opened = array("i", self._opened).tobytes(), []
        if opened:
            self.core.number("open", opened, self)
        return self

    def odds(self) -> Sequence[float]:
        return self.core.result("odds", b"", self.told()).cast("d")

    def least_risk(self) -> int:
        return self.core.number("least_risk", b"", self.told())

    def states(self) -> int:
        """Entries of everything that grows and shrinks as the game goes on."""
        return self.core.number("states", b"", self.told())

    def fronts(self) -> int:
        """Sets of linked clues right now."""
        return self.core.number("fronts", b"", self.told())
