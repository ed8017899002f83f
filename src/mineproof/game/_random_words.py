"""The random number generator: 64-bit words that are the same on every machine, in every version.

No generator of a library guarantees a stable stream, so this module defines the words. With
splitmix64's step G and finaliser `mix`, let `child(h, x) = mix(h + G * (x + 1))`, all modulo 2**64.
Then

    word(seed, number, stream, i) = child(child(child(child(0, seed), number), stream), i)

Plain Python draws the words of one board. numpy draws many words at once if it is installed, and
few words too if it is already loaded: the same words, some fifty times faster.
"""

import sys
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from mineproof.game.board import Layouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

_G, _A, _B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_MASK = (1 << 64) - 1
_MANY = 1 << 14  # from this number of words on, importing numpy pays
_FEW = 100  # the same if numpy is already loaded
_AT_A_TIME = 1 << 21  # cells dealt at a time


def child(h: int, x: int) -> int:
    """Return one word.

    >>> hex(child(0, 7))
    '0xc584133ac916ab3c'
    """
    z = (h + _G * (x + 1)) & _MASK
    z = ((z ^ z >> 30) * _A) & _MASK
    z = ((z ^ z >> 27) * _B) & _MASK
    return z ^ z >> 31


def key(seed: int, number: int, stream: int) -> int:
    """Return the key from which the words of one stream of one board are computed."""
    return child(child(child(0, seed), number), stream)


def words(start: int, places: Sequence[int]) -> list[int]:
    """Return the words of a key at these places."""
    if _numpy_pays(len(places)):
        import numpy as np

        found: list[int] = _many(np.uint64(start), np.array(places, dtype=np.uint64)).tolist()
        return found
    drawn = []
    for place in places:  # `child`, inlined: a call would double the time
        z = (start + _G * (place + 1)) & _MASK
        z = ((z ^ z >> 30) * _A) & _MASK
        z = ((z ^ z >> 27) * _B) & _MASK
        drawn.append(z ^ z >> 31)
    return drawn


def stream(start: int) -> Iterator[int]:
    """Yield the words of a key without end."""
    place = 0
    while True:
        yield child(start, place)
        place += 1


def smallest_of_many(
    seed: int, numbers: Sequence[int], stream: int, cells: int, free: Collection[int], count: int
) -> Layouts:
    """Return a layout for each board number.

    Of the cells that are not in `free`, the `count` with the smallest words are mines, ties by
    index.
    """
    if _numpy_pays(len(numbers) * cells):
        return _smallest_by_numpy(seed, numbers, stream, cells, free, count)
    places = [cell for cell in range(cells) if cell not in free]
    flat = bytearray(len(numbers) * cells)
    for at, number in enumerate(numbers):
        drawn = words(key(seed, number, stream), places)
        # A stable sort keeps equal words in the order of their places.
        for index in sorted(range(len(places)), key=drawn.__getitem__)[:count]:
            flat[at * cells + places[index]] = 1
    return Layouts(flat, cells)


def _numpy_pays(words: int) -> bool:
    """Tell whether numpy draws this number of words faster, its import included."""
    if words < (_FEW if "numpy" in sys.modules else _MANY):
        return False
    try:
        import numpy as np  # noqa: F401
    except ImportError:
        return False
    return True


def _smallest_by_numpy(
    seed: int, numbers: Sequence[int], stream: int, cells: int, free: Collection[int], count: int
) -> Layouts:
    import numpy as np

    dealt = np.zeros((len(numbers), cells), dtype=bool)
    allowed = np.delete(np.arange(cells), list(free))
    boards = max(1, _AT_A_TIME // cells)
    for low in range(0, len(numbers), boards):
        numbered = np.array(numbers[low : low + boards], dtype=np.uint64)
        keys = _many(_many(np.uint64(child(0, seed)), numbered), np.array([stream], np.uint64))
        drawn = _many(keys[:, None], allowed.astype(np.uint64)[None, :])
        dealt[low : low + len(keys), allowed] = _smallest(drawn, count)
    return Layouts(dealt.reshape(-1).view(np.uint8).data, cells)


def _smallest(drawn: "Words", count: int) -> "NDArray[np.bool_]":
    """Return True for the `count` smallest words of each row, ties by index."""
    import numpy as np

    if count == 0:
        return np.zeros(drawn.shape, dtype=bool)
    limit = np.partition(drawn, count - 1, axis=1)[:, count - 1 : count]
    chosen: NDArray[np.bool_] = drawn <= limit
    for row in np.flatnonzero(chosen.sum(axis=1) > count):  # a tie at the limit: once in 2**50
        chosen[row] = False
        chosen[row, np.argsort(drawn[row], kind="stable")[:count]] = True
    return chosen


def _many(h: "Words | np.uint64", x: "Words") -> "Words":
    """Return `child(h, x)` of whole arrays.

    Products of unsigned arrays wrap around, as intended.
    """
    import numpy as np

    z: Words = np.asarray(h) + np.uint64(_G) * (x + np.uint64(1))
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_A)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_B)
    z ^= z >> np.uint64(31)
    return z
