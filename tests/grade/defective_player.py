"""The example program with one defect: `python player.py DEFECT`. See `DEFECTS`.

Each defect is the kind of mistake that a student's program has. `grade` has to say which.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

import player_program
from player_program import Game


def play_on(word):
    """Where nothing follows any more, open the first unmarked cell with this word."""

    def give_up(self):
        cells = range(1, self.rows * self.cols + 1)
        cell = next(one for one in cells if one not in self.kb0 and -one not in self.kb0)
        row, col = divmod(cell - 1, self.cols)
        print(word, row + 1, col + 1, flush=True)
        answer = sys.stdin.readline().split()
        if answer[0] != "clue":
            return False
        self.clues[cell] = int(answer[3])
        self.insert(frozenset([-cell]))
        return True

    return give_up


class Defect(Game):
    """Plays on where it is stuck, if it has `give_up`."""

    give_up = None

    def play(self):
        if self.give_up is None:
            return super().play()
        for cell in self.clues:
            self.insert(frozenset([-cell]))
        while True:
            while self.units:
                if not self.take(self.units.pop()):
                    return None
            if not self.round(0) and not self.units and not self.give_up():
                return None


class ClaimsItsGuesses(Defect):
    give_up = play_on("open")


class SaysGuess(Defect):
    give_up = play_on("guess")


class DeletesParents(Game):
    """Both parents go when a resolvent is made."""

    def round(self, since):
        before = self.clock
        for clause in list(self.kb):
            for pivot in clause:
                for other in list(self.having[-pivot]):
                    if clause in self.kb and other in self.kb and 2 in (len(clause), len(other)):
                        resolvent = (clause - {pivot}) | (other - {-pivot})
                        if not any(-lit in resolvent for lit in resolvent):
                            self.delete(clause)
                            self.delete(other)
                            self.insert(resolvent)
        return self.clock > before


class NoSubsumption(Game):
    """Inserts the clauses of clues though stricter ones are there: as complete, and slower."""

    matching = False

    def round(self, since):
        self.matching = True
        found = super().round(since)
        self.matching = False
        return found

    def insert(self, clause):
        if self.matching:
            super().insert(clause)
            return
        if not self.kb0.isdisjoint(clause):
            return
        clause = frozenset(lit for lit in clause if -lit not in self.kb0)
        if clause in self.kb:
            return
        self.clock += 1
        self.kb[clause] = self.clock
        for lit in clause:
            self.having[lit].add(clause)
        if len(clause) == 1:
            self.units += clause
        print("clause", *map(self.literal, clause))

    def take(self, lit):
        if lit in self.kb0:
            self.delete(frozenset([lit]))
            return True
        return super().take(lit)


class NeverCounts(Game):
    """Has no use for the number of mines."""

    def play(self):
        player_program.FEW = -1
        super().play()


class WrongNeighbour(Game):
    """Takes the cell two rows below for a neighbour, where the one below should stand."""

    def around(self, cell):
        below = cell + self.cols
        wrong = below + self.cols if below + self.cols <= self.rows * self.cols else below
        return [wrong if there == below else there for there in super().around(cell)]


class PrintsSolved(Game):
    """Says at the end what no line of the protocol says."""

    def play(self):
        print("solved", flush=True)


class InventsClauses(Game):
    """Tells a clause that nothing entails, and does not use it."""

    def tell(self, count, cells):
        super().tell(count, cells)
        left = [one for one in cells if one not in self.kb0 and -one not in self.kb0]
        if len(left) > 1 and count > 0:
            print("clause", self.literal(left[0]))


class Loops(Game):
    """Never answers."""

    def play(self):
        while True:
            pass


class OnlyUnits(Game):
    """Reports units only: no clause that they would follow from."""

    def insert(self, clause):
        if len(clause) > 1:
            printed, player_program.print = print, lambda *_words, **_options: None
            super().insert(clause)
            player_program.print = printed
        else:
            super().insert(clause)


class SeesTheLayout(Game):
    """Guesses all the time, and always rightly: it knows the boards, easy from seed 14 on."""

    number = 13

    def play(self):
        from mineproof import deal

        SeesTheLayout.number += 1
        for cell, mine in enumerate(deal("easy", seed=SeesTheLayout.number).layout):
            if not mine and cell + 1 not in self.clues:
                row, col = divmod(cell, self.cols)
                print("guess", row + 1, col + 1, flush=True)
                if sys.stdin.readline().startswith("end"):
                    return
        print("stuck", flush=True)
        sys.stdin.readline()


DEFECTS = {
    "loops": Loops,
    "only-units": OnlyUnits,
    "sees-the-layout": SeesTheLayout,
    "none": Game,
    "claims-guesses": ClaimsItsGuesses,
    "says-guess": SaysGuess,
    "deletes-parents": DeletesParents,
    "no-subsumption": NoSubsumption,
    "never-counts": NeverCounts,
    "wrong-neighbour": WrongNeighbour,
    "prints-solved": PrintsSolved,
    "invents-clauses": InventsClauses,
}

if __name__ == "__main__":
    player_program.Game = DEFECTS[sys.argv[1]]
    player_program.main()
