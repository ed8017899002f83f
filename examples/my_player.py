"""A player of one's own: copy this file, change `choose`, run it until `check_player` smiles.

python examples/my_player.py
"""

from mineproof import FLAG, MINE, SAFE, Game, Move, View, check_player, clues, deal, play_game


class MyPlayer:
    """Looks at one clue at a time, and when no clue alone decides anything, takes its chance."""

    def begin(self, view: View) -> None:
        pass  # the given cells are open already; one could prepare something here

    def choose(self, view: View) -> Move | None:
        for clue in clues(view):
            # Our own flags are all certain, so they may be counted as mines.
            undecided = [cell for cell in clue.cells if view.cells[cell] != FLAG]
            mines_left = clue.mines - (len(clue.cells) - len(undecided))
            if undecided and mines_left == 0:
                return Move(undecided[0], SAFE)
            if undecided and mines_left == len(undecided):
                return Move(undecided[0], MINE)
        unmarked = view.unmarked
        return Move(unmarked[0], SAFE, certain=False) if unmarked else None


if __name__ == "__main__":
    print(f"the rules of players are kept; {check_player(MyPlayer)} games won")
    wins = sum(play_game(Game(deal("easy", seed=seed)), MyPlayer()).won for seed in range(100))
    print(f"easy boards won: {wins} of 100")
