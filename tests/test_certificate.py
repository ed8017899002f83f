"""Certificates of whole games: audited from their files alone, and spoiled to see them refused."""

import json
import shutil

import pytest

from mineproof import BadInput, BadStep, Game, answers, custom, deal, play_game, strategy
from mineproof.game.formats.mine import write
from mineproof.proof.audit import Position, audit, audit_game
from mineproof.reason.prove import prove_by_record

RESOLVERS = ["assignment", "two-literal", "unit", "saturate"]


@pytest.mark.parametrize("name", RESOLVERS)
def test_what_resolution_marks_is_proved_by_its_own_record(name):
    """Every mark of some games, from the position before it; the mine count's last cells too."""
    marks = counted = 0
    for level, number in [("easy", 10), ("easy", 23), ("easy", 38), ("hard", 3), ("hard", 2)]:
        game, player = Game(deal(level, seed=number)), strategy(name).player()

        def before(move, game=game, player=player):
            nonlocal marks, counted
            if move.cell in game.view.initial:
                return
            proof = prove_by_record(game.view, player.kb, move.cell)
            claim = game.view.board.name(move.cell), str(move.verdict)
            assert audit(Position.read(write(game.view)), proof.cnf(), proof.lrat()) == claim
            assert proof.way == "record"
            marks += 1
            counted += proof.needed.uses_count

        play_game(game, player, before=before)
    assert marks > 400
    if name in ("assignment", "saturate"):
        assert counted > 0


@pytest.mark.parametrize(
    "name", ["saturate", "complete", "rebuild", "csp", "consuming", "logic-csp"]
)
@pytest.mark.parametrize("shape", ["grid", "torus", "hex"])
def test_a_certified_game_is_audited_from_its_files(tmp_path, name, shape):
    dealt = deal(custom("8x8", 9), start="safe", seed=4, shape=shape)
    solved, certificate = answers.certify(dealt, name)
    certificate.write(str(tmp_path / "game"))
    found = audit_game(str(tmp_path / "game"))
    assert found.marks == 64 - solved.result.game.unmarked
    assert found.solved == (solved.result.outcome == "solved")


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificate") / "game"
    solved, certificate = answers.certify(deal("easy", seed=10), "saturate")
    assert solved.result.outcome == "solved"
    certificate.write(str(folder))
    return folder


def spoiled(certified, tmp_path, change, start=None):
    """A copy with its moves, or its start, changed."""
    folder = tmp_path / "spoiled"
    shutil.copytree(certified, folder)
    moves = [json.loads(line) for line in (folder / "moves.jsonl").read_text().splitlines()]
    game = json.loads((folder / "game.json").read_text())
    change(moves)
    if start:
        start(game)
    (folder / "moves.jsonl").write_text("".join(json.dumps(move) + "\n" for move in moves))
    (folder / "game.json").write_text(json.dumps(game))
    return str(folder)


def proved(moves):
    return next(n for n, move in enumerate(moves) if len(move.get("lrat", "")) > 60)


def drop_a_move(moves):
    del moves[next(n for n, move in enumerate(moves) if move["verdict"] == "safe")]


def change_a_clue(moves):
    move = next(move for move in moves if move["verdict"] == "safe" and move["clue"] > 0)
    move["clue"] += 1


def swap_proofs(moves):
    a, b = [move for move in moves if "lrat" in move][:2]
    a["cnf"], b["cnf"] = b["cnf"], a["cnf"]
    a["lrat"], b["lrat"] = b["lrat"], a["lrat"]


def cut_a_proof(moves):
    move = moves[proved(moves)]
    move["lrat"] = "\n".join(move["lrat"].splitlines()[:-1]) + "\n"


def claim_the_opposite(moves):
    move = moves[proved(moves)]
    move["verdict"] = "mine" if move["verdict"] == "safe" else "safe"


def call_it_given(moves):
    move = next(move for move in moves if "lrat" in move and move["verdict"] == "safe")
    move["given"] = True


def mark_twice(moves):
    moves.append(moves[3])


def forget_a_field(moves):
    del moves[proved(moves)]["cnf"]


def show_nine(moves):
    moves[0]["clue"] = 9


@pytest.mark.parametrize(
    "change",
    [drop_a_move, change_a_clue, swap_proofs, cut_a_proof, claim_the_opposite, call_it_given,
     mark_twice, forget_a_field, show_nine],
)  # fmt: skip
def test_a_spoiled_certificate_is_refused(certified, tmp_path, change):
    with pytest.raises(BadStep):
        audit_game(spoiled(certified, tmp_path, change))


@pytest.mark.parametrize(
    ("key", "value"),
    [("mines", 11), ("rows", 8), ("shape", "cube"), ("given", []), ("given", [3]), ("schema", 2)],
)
def test_a_certificate_of_another_game_is_refused(certified, tmp_path, key, value):
    folder = spoiled(
        certified, tmp_path, lambda moves: None, lambda game: game.update({key: value})
    )
    with pytest.raises(BadStep):
        audit_game(folder)


@pytest.mark.parametrize("garbage", ["", "[", "{}", '{"rows": 1}', "[1, 2]", "\x00"])
def test_garbage_is_refused(certified, tmp_path, garbage):
    folder = tmp_path / "garbage"
    shutil.copytree(certified, folder)
    (folder / "game.json").write_text(garbage)
    with pytest.raises(BadStep):
        audit_game(str(folder))
    shutil.copy(certified / "game.json", folder / "game.json")
    (folder / "moves.jsonl").write_text(garbage or "1\n")
    with pytest.raises(BadStep):
        audit_game(str(folder))


def test_an_unspoiled_copy_is_accepted(certified, tmp_path):
    """The tests above refuse for what they spoil, not for being copies."""
    assert audit_game(spoiled(certified, tmp_path, lambda moves: None)).solved


def test_risks_are_not_certified():
    dealt = deal("expert", start="safe", seed=3)
    with pytest.raises(BadInput, match="takes a risk"):
        answers.certify(dealt, "least-risk")


def test_a_certificate_wants_a_folder_of_its_own(tmp_path):
    (tmp_path / "something").write_text("")
    _, certificate = answers.certify(deal("easy", seed=1), "saturate")
    with pytest.raises(BadInput, match="not empty"):
        certificate.write(str(tmp_path))
