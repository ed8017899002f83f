"""The options of all commands: declared once, named in errors, completed. And a quick start."""

import ast
import importlib.metadata
import os
import pickle
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

import mineproof
from mineproof import STRATEGIES, BadInput, custom, deal, read, strategy
from mineproof.answers import explain, solve
from mineproof.cli import app
from mineproof.cli.command_group import in_option_words
from mineproof.game.levels import LEVELS
from mineproof.play.request import check_heuristic, check_limits, level_of, start_of

ROOT = Path(__file__).parent.parent
POSITION = "4x3x2\n11HH\n1HHH\n111H\n"


def all_commands():
    """Yield every command with the words that call it, also the commands of groups."""
    ctx = click.Context(app)
    for name in app.list_commands(ctx):
        command = app.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", one) for inner, one in command.commands.items())
        elif not app.entries[name].hidden:
            yield name, command


COMMANDS = dict(all_commands())

# Allowed differences between options of the same name in different commands, with the reason.
MAY_DIFFER = {
    ("--boards", "default"): "grade has three levels, an experiment of one's own has cases",
    ("--count", "type"): "a corpus may be empty, a set of exercises may not",
    ("--count", "default"): "boards for programs, exercises for people",
    ("--count", "help"): "boards for programs, exercises for people",
    ("--level", "default"): "people begin with easy boards; players are measured on expert ones",
    ("--start", "default"): "each command keeps the rule that its boards are usually dealt by",
    ("--start", "help"): "a corpus and a person's game begin at one cell: no cells are given there",
    ("--seed", "default"): "a person wants another board each time, a program the same one",
    ("--strategy", "default"): "`solve` shows logic at work, `batch` measures the strongest player",
    ("--workers", "default"): "the lab measures times, and processes disturb each other",
    ("--size", "required"): "`optimal` has no levels",
    ("--mines", "required"): "`optimal` has no levels",
    ("--mines", "help"): "a file may leave out what a dealt board needs",
    ("--out", "help"): "it is the answer, or a second file beside it",
    ("--out", "default"): "a report is a folder, which standard output cannot be",
    ("--pdf", "help"): "a report to hand in, and exercises to print",
    ("--replay", "help"): "a person saves a game by a key",
    ("--replay", "default"): "a person saves a game by a key",
    ("--to", "type"): "formats of boards, and formats of rows",
    ("--to", "help"): "formats of boards, and formats of rows",
    ("--to", "default"): "there is no usual format of boards",
    ("--to", "required"): "there is no usual format of boards",
    ("--cnf", "type"): "`export` writes nothing else, `explain` writes it beside its answer",
    ("--cnf", "default"): "`export` writes nothing else, `explain` writes it beside its answer",
    ("--cnf", "help"): "`export` writes nothing else, `explain` writes it beside its answer",
}


def facets(option):
    """Return what must be the same in every option of the same name."""
    kind = option.type
    limits = {key: list(value()) if key == "table" else value for key, value in vars(kind).items()}
    default = option.show_default if isinstance(option.show_default, str) else option.default
    return {
        "type": (type(kind).__name__, option.is_flag, repr(sorted(limits.items()))),
        "default": repr(default),
        "help": option.help,
        "required": option.required,
    }


def test_an_option_is_the_same_in_every_command():
    seen, differing = {}, set()
    for words, command in COMMANDS.items():
        for option in command.params:
            if not isinstance(option, click.Option):
                continue
            assert option.help, f"{words} {option.opts[0]} has no help"
            for facet, value in facets(option).items():
                key = option.opts[0], facet
                if seen.setdefault(key, value) != value:
                    differing.add(key)
    assert differing == set(MAY_DIFFER)
    assert len(seen) > 100


def test_one_strategy_is_chosen_by_one_name_in_every_command():
    names = {
        name
        for command in COMMANDS.values()
        for param in command.params
        if isinstance(param, click.Option) and "strateg" in param.help.lower() + param.name
        for name in param.opts
    }
    assert names == {"--strategy", "--player", "--strategies"}


def test_help_names_every_value_of_a_short_table():
    for command in COMMANDS.values():
        for param in command.params:
            table = getattr(param.type, "table", None)
            if table and param.name not in (
                "strategy",
                "strategies",
                "player",
                "players",
                "against",
                "name",
                "names",
                "only",
            ):
                assert all(name in param.help for name in table()), param.name


def modules_of(*args):
    """Return the modules that a command imports."""
    script = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from mineproof.cli import main; main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *args],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout
    return set(done.stderr.split())


def within(modules, packages):
    return sorted(one for one in modules for name in packages if f"{one}.".startswith(f"{name}."))


HEAVY = ["rich", "prompt_toolkit", "matplotlib", "starlette", "uvicorn", "mineproof.lab",
         "mineproof.web"]  # fmt: skip


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["-h"]])
def test_what_needs_no_command_imports_none(args):
    modules = modules_of(*args)
    assert "click" in modules
    heavy = [*HEAVY, "numpy", "pysat", "mineproof.answers", "mineproof.play", "importlib.metadata"]
    assert within(modules, heavy) == []
    ours = set(within(modules, ["mineproof.cli"]))
    parts = {"command_group", "error_lines", "parameter_types"}
    assert ours == {"mineproof.cli", *(f"mineproof.cli.{part}" for part in parts)}


@pytest.mark.parametrize("args", [["solve", "--level", "easy"], ["analyse", "position.mine"]])
def test_an_answer_in_text_imports_nothing_that_draws_or_serves(args, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("position.mine").write_text(POSITION)
    modules = modules_of(*args)
    assert f"mineproof.cli.{args[0]}" in modules
    assert within(modules, [*HEAVY, "importlib.metadata"]) == []
    others = [f"mineproof.cli.{name}" for name in app.entries if name != args[0]]
    assert within(modules, others) == []


def test_the_version_is_the_one_that_is_installed_and_released():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert mineproof.__version__ == project["version"] == importlib.metadata.version("mineproof")


@pytest.mark.parametrize("words", ["", *COMMANDS, "lab"])
def test_h_is_short_for_help(run, words):
    status, out, _ = run(*words.split(), "-h")
    assert (status, out) == (0, run(*words.split(), "--help")[1])
    assert out.startswith(f"Usage: mineproof {words}".strip())


@pytest.mark.parametrize("words", ["", "lab"])
def test_a_group_without_a_command_shows_its_help(run, words):
    assert run(*words.split()) == run(*words.split(), "--help")


def test_every_command_has_a_line_of_help_that_fits(run):
    lines = run("--help")[1].splitlines()
    for name, summary in app.visible().items():
        assert any(line.split() == [name, *summary.split()] for line in lines)
        assert len(summary) <= 66


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["slove"], "unknown command 'slove': did you mean solve or serve? (one of play, "),
        (["lab", "shwo"], "unknown command 'shwo': did you mean show? (one of "),
        (["solve", "--levl", "easy"], "unknown option --levl: did you mean --level"),
        (["solve", "--qqq"], "unknown option --qqq: `--help` lists the options"),
        (["solve", "--level", "eazy"], "--level: unknown level 'eazy': did you mean easy? (one "),
        (["solve", "--strategy", "gess"], "--strategy: unknown strategy 'gess': did you mean gue"),
        (["solve", "--shape", "tors"], "--shape: unknown shape 'tors': did you mean torus? (one"),
        (["convert", "x", "--to", "mfb"], "--to: unknown format 'mfb': did you mean mbf? (one of"),
        (["lab", "show", "levles"], "NAME: unknown recipe 'levles': did you mean levels"),
        (["solve", "--level", "9"], "--level: unknown level '9': one of easy, medium, hard, "),
        (["completion", "zhs"], "SHELL: unknown shell 'zhs': did you mean zsh?"),
    ],
)
def test_a_name_that_is_nearly_right_is_told_the_right_one(run, args, said):
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert err.startswith(f"mineproof: {said}")
    assert err.count("\n") == 1


def test_analyze_is_analyse_but_is_not_listed(run, tmp_path):
    (tmp_path / "p.mine").write_text(POSITION)
    assert run("analyze", "p.mine") == run("analyse", "p.mine")
    assert "analyze" not in run("--help")[1]


def test_names_are_read_in_any_case(run):
    assert run("generate", "--level", "EASY", "--count", 2) == run(
        "generate", "--level", "easy", "--count", 2
    )
    assert run("generate", "--shape", "Hex", "--count", 1)[0] == 0


def test_the_old_name_of_an_option_still_works(run):
    run("generate", "--level", "easy", "--count", 5, "--out", "boards.txt")
    new, old = (
        run("batch", "boards.txt", name, "complete", "--json")[1].partition(', "ms')[0]
        for name in ("--strategy", "--player")
    )
    assert new == old
    assert '"player": "complete"' in new


def completed(words):
    """Return the completions of the last word in bash."""
    environment = os.environ | {
        "_MINEPROOF_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "mineproof"],
        env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.split()]


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("mineproof an", ["analyse"]),
        ("mineproof solve --level e", ["easy", "expert"]),
        ("mineproof solve --shape ", ["grid", "torus", "hex", "knight", "orthogonal", "triangle"]),
        ("mineproof solve --start ", ["given", "safe", "open"]),
        ("mineproof generate --start ", ["given", "safe", "open"]),
        ("mineproof batch b --strategy csp", ["csp", "csp-assign"]),
        ("mineproof batch b --think ", ["fast", "normal", "deep"]),
        ("mineproof convert b --to sgt", ["sgt", "sgt-plain"]),
        ("mineproof lab run levels --strategies unit,co", ["unit,consuming", "unit,complete",
                                                           "unit,complete-clues"]),
        ("mineproof lab sh", ["show"]),
        ("mineproof lab report --only levels,sta", ["levels,start"]),
        ("mineproof solve --language ZH", ["zh-Hant"]),
        ("mineproof lab run all", ["all"]),
        ("mineproof lab show lev", ["levels"]),
        ("mineproof completion ", ["bash", "zsh", "fish"]),
        ("mineproof analyse --ju", []),
    ],
)  # fmt: skip
def test_shells_complete_commands_and_values(words, values):
    assert completed(words) == values


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(run, shell):
    status, out, _ = run("completion", shell)
    assert status == 0
    assert f"_MINEPROOF_COMPLETE={shell}_complete" in out


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_trace_is_offered_where_there_are_steps_to_tell(run, name):
    events = []
    solve(deal("medium", seed=3), name, trace=events.append)
    assert strategy(name).traces == bool(events)
    status, out, err = run("solve", "--level", "medium", "--strategy", name, "--trace")
    if events:
        assert status in (0, 1)
    else:
        said = f"mineproof: --trace: {name} has no knowledge base\n"
        assert (status, out, err) == (2, "", said)


FULL = "4x3x2\n112M\n1M21\n1110\n"
REPLAY = '{"schema": 1, "rows": 1, "cols": 2, "mines": ["r1c1"], "moves": []}'


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["analyse", "p.mine", "--hush", "--no-best"], "--best: has no effect with --hush"),
        (["batch", "p.mine", "--strategy", "unit", "--think", "deep"], "--think: goes with"),
        (["convert", "full.mine", "--to", "mbf", "--mines", "2"], "--mines: has no effect"),
        (["explain", "p.mine", "r1c3", "--json", "--full"], "--full: has no effect with --json"),
        (["explain", "p.mine", "r1c3", "--json", "--steps"], "--steps: has no effect with --json"),
        (["explain", "p.mine", "--all", "--cnf", "x"], "--cnf: goes with one CELL"),
        (["generate", "--max-depth", "2"], "--max-depth: goes with --no-guess"),
        (["lab", "run", "levels", "--workers", "1", "--cluster", "tcp://127.0.0.1:9"], "--workers"),
        (["measure", "game.json", "--shape", "hex"], "--shape: has no effect: game.json is a"),
        (["play", "--plain", "--replay", "x.json"], "--replay: has no effect with --plain"),
        (["solve", "full.mine", "--mines", "2"], "--mines: has no effect: FILE has its own"),
        (["solve", "full.mine", "--seed", "2", "--cells", "r1c1"], "--seed: has no effect"),
        (["solve", "full.mine", "--seed", "2", "--start", "safe"], "--seed: has no effect"),
        (["solve", "--cells", "r1c1", "--place", "walk"], "--safe-cells and --place have no effec"),
        (["solve", "--start", "safe", "--place", "walk"], "--safe-cells, --place and --cells go"),
        (["solve", "--strategy", "unit", "--heuristic", "mrv"], "--heuristic: goes with csp, "),
        (["solve", "--idle-limit", "3"], "--idle-limit: goes with assignment"),
        (["solve", "--strategy", "unit", "--count-limit", "3"], "--count-limit: goes with assig"),
        (["solve", "--strategy", "two-literal", "--idle-limit", "3"], "--idle-limit: goes with as"),
        (["solve", "--mines", "9"], "--mines: goes with --size"),
        (["solve", "--size", "9x9"], "--size: goes with --mines"),
        (["solve", "--move-seconds", "9"], "--move-seconds: has no effect on built-in strategies"),
        (["batch", "p.mine", "--game-seconds", "9"], "--game-seconds: has no effect on built-in"),
        (["grade", "guess", "--line-bytes", "9"], "--line-bytes: has no effect on built-in"),
        (["lab", "run", "levels", "--game-lines", "9"], "--game-lines: has no effect on built-in"),
        (["lab", "show", "levels", "--json", "--all-columns"], "--all-columns: has no effect with"),
    ],
)
def test_an_option_without_effect_is_refused(run, tmp_path, args, said):
    for name, text in (("p.mine", POSITION), ("full.mine", FULL), ("game.json", REPLAY)):
        (tmp_path / name).write_text(text)
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert err.startswith(f"mineproof: {said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["analyse", "compare", "batch"])
def test_the_effort_of_a_look_ahead_is_refused_without_one(command, run, tmp_path, monkeypatch):
    (tmp_path / "p.mine").write_text(POSITION)
    monkeypatch.setenv("MINEPROOF_ENGINE", "python")
    cells = ["r1c3", "r1c4"] if command == "compare" else []
    status, out, err = run(command, "p.mine", *cells, "--think", "deep")
    said = "--think: deep has no effect: the plain engine does not look ahead"
    assert (status, out, err) == (2, "", f"mineproof: {said}\n")


def test_a_player_is_named_by_either_option(run):
    game = run("solve", "--player", "unit", "--seed", 3)
    assert "What unit found" in game[1]
    assert "What unit found" in run("solve", "--strategy", "unit", "--seed", 3)[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["explain", "p.mine", "r99c1"], "CELL: 'r99c1' lies outside the 4x3 board"),
        (["explain", "p.mine", "there"], "CELL: 'there' is not a cell: write r2c1 for row 2"),
        (["explain", "p.mine", "r1c1"], "CELL: r1c1 is open: name a cell that is hidden"),
        (["compare", "p.mine", "r1c3", "r99c1"], "CELL: 'r99c1' lies outside the 4x3 board"),
        (["compare", "p.mine", "r1c3", "r1c3"], "CELL: r1c3 is compared with itself"),
        (["compare", "p.mine", "r1c3"], "CELL: name two cells, such as r1c2 r4c7"),
        (["compare", "p.mine"], "CELL: name two cells, such as r1c2 r4c7"),
        (["compare", "p.mine", "r1c3", "r1c4", "r2c2"], "CELL: name two cells, such as r1c2 r4c7"),
        (["explain"], "FILE is missing"),
        (["explain", "picture.png", "r1c1"], "picture.png: this is a PNG picture, not a board"),
        (["analyse", "picture.png"], "picture.png: this is a PNG picture, not a board"),
        (["review", "picture.png"], "picture.png: this is a PNG picture, not text"),
        (["review", "other.json"], "other.json: this is no replay: it has no member 'schema'"),
        (["batch", "p.mine"], "p.mine: line 1: this is no corpus, which begins with a line such"),
        (["analyse", "list.json"], "list.json: a list in JSON is no position: a position in JSON"),
        (["solve", "picture.png"], "picture.png: this is a PNG picture, not a board"),
        (["analyse", "game.json"], "game.json: this JSON is a replay; a position in JSON is"),
        (["analyse", "broken.json"], "broken.json: not JSON: Expecting"),
        (["review", "p.mine"], "p.mine: this is a position, not a replay, which is JSON"),
        (["review", "full.mine"], "full.mine: this is a full board, not a replay, which is JSON"),
        (["review", "words.txt"], "words.txt: not a replay, which is JSON: "),
        (["review", "list.json"], "list.json: not a replay, which is a JSON object with 'rows'"),
        (["solve", "--size", "0x5", "--mines", "1"], "--size: a board of 0x5 has no cells"),
        (["solve", "--size", "nine", "--mines", "1"], "--size: 'nine' is not a size: write WIDTH"),
        (["solve", "--size", "9x9", "--mines", "82"], "--mines: 82 is not within the 0 to 81"),
        (["solve", "--size", "9x9", "--mines", "many"], "--mines: 'many' is not a whole number"),
        (["solve", "--size", "9x9", "--mines"], "--mines: Option '--mines' requires an argument"),
        (["solve", "--cells", "r1c1,r77c1"], "--cells: 'r77c1' lies outside the 9x9 board"),
        (["solve", "--start", "open:r77c1"], "--start: 'r77c1' lies outside the 9x9 board"),
        (["solve", "--start", "later"], "--start: unknown start 'later'"),
        (["solve", "--safe-cells", "99"], "--safe-cells: 99 is more than the 71 cells"),
        (["solve", "--strategy", "assignment", "--idle-limit", "-1"], "--idle-limit: -1 is less"),
        (["solve", "--strategy", "assignment", "--idle-limit", "ever"], "--idle-limit: 'ever' is"),
        (["solve", "--count-limit", "21"], "--count-limit: 21 is more than 20"),
        (["solve", "--seed", "-1"], "--seed: -1 is less than 0"),
        (["solve", "--seed", str(1 << 64)], f"--seed: {1 << 64} is outside 0..2**64-1"),
        (["play", "--start", "given"], "--start: safe or open"),
        (["optimal", "--size", "3x3", "--mines", "9"], "--mines: 9 is more than the 8 cells"),
        (["optimal", "--mines", "9"], "--size is missing"),
        (["generate", "--start", "given", "--safe-cells", "999"], "--safe-cells: 999 is more than"),
        (["generate", "--safe-cells", "9"], "--safe-cells: goes with --start given"),
        (["generate", "--start", "given", "--certificate", "x"], "--certificate: goes with --no-"),
        (["generate", "--no-guess", "--start", "given"], "--start: a board without guesses has"),
        (["generate", "--no-guess", "--min-depth", "3", "--max-depth", "2"],
         "--min-depth 3 and --max-depth 2: from 1 to 4"),
        (["serve", "--port", "70000"], "--port: 70000 is more than 65535"),
    ],
)  # fmt: skip
def test_an_error_names_the_option_the_argument_or_the_file(run, tmp_path, args, said):
    texts = {"p.mine": POSITION, "game.json": REPLAY, "broken.json": '{"board"', "list.json": "[]"}
    texts |= {"full.mine": FULL, "words.txt": "some words", "other.json": "{}"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0")
    status, out, err = run(*args)
    assert (status, out) == (2, "")
    assert err.startswith(f"mineproof: {said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "args",
    [
        ["analyse"],
        ["explain", "r2c1"],
        ["compare", "r2c1", "r2c2"],
        ["export", "--cnf"],
        ["solve"],
        ["convert", "--to", "mine"],
    ],
)
def test_the_mine_count_that_a_position_leaves_out_is_an_option(run, tmp_path, args):
    (tmp_path / "rows.txt").write_text("111 / HHH")
    (tmp_path / "full.mine").write_text("3x2x1 / 111 / HHH")
    command, *rest = args
    status, out, err = run(command, "rows.txt", *rest)
    assert (status, out) == (2, "")
    assert err.startswith(
        "mineproof: rows.txt: the number of mines is missing: give --mines, or write WIDTHxHEIGHTx"
    )
    assert run(command, "rows.txt", *rest, "--mines", "1") == run(command, "full.mine", *rest)
    status, _, err = run(command, "rows.txt", *rest, "--mines", "7")
    assert status == 2
    assert err.startswith("mineproof: --mines: 7 mines do not fit on the 6 cells")


# Names of options appear only in `cli`.


@pytest.mark.parametrize(
    "ask",
    [
        lambda: level_of("easy", "9x9", 10, "easy"),
        lambda: level_of(None, "9x9", None, "easy"),
        lambda: level_of(None, None, 9, "easy"),
        lambda: start_of("safe", "3", "uniform", None),
        lambda: start_of("given", "3", "uniform", "r1c1"),
        lambda: start_of("later", None, "uniform", None),
        lambda: check_heuristic("mrv", "unit"),
        lambda: check_limits(["idle_limit"], "unit"),
        lambda: strategy("assignment").player(count_limit=99),
        lambda: custom("9x9", 99),
        lambda: custom("0x9", 9),
        lambda: deal(custom("3x3", 9), start="open"),
        lambda: deal("easy", seed=-1),
        lambda: read("2x1x1 / 1H", mines=5),
        lambda: explain(read(POSITION), "r99c1"),
    ],
)
def test_errors_of_the_library_name_no_option(ask):
    with pytest.raises(BadInput) as caught:
        ask()
    assert "--" not in str(caught.value)


def texts_of(path):
    """Return the strings of a module that are not docstrings."""
    tree = ast.parse(path.read_text())
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documents:
            yield str(node.value)


def test_no_text_outside_the_command_line_names_an_option():
    source = ROOT / "src" / "mineproof"
    found = [
        f"{path.relative_to(source)}: {text}"
        for path in source.rglob("*.py")
        if path.parent != source / "cli"
        for text in texts_of(path)
        if re.search(r"(^|[\s(`'\"])--[a-z]", text)
    ]
    assert found == []
    inside = [text for path in (source / "cli").glob("*.py") for text in texts_of(path)]
    assert any(text == "--mines" for text in inside)  # the search finds a string that is there


def test_an_error_keeps_its_field_between_processes():
    problem = pickle.loads(pickle.dumps(BadInput("9 is too many", field="mines")))
    assert (str(problem), problem.line, problem.field) == (
        "mines: 9 is too many", "9 is too many", "mines"
    )  # fmt: skip
    assert in_option_words(problem, COMMANDS["solve"]) == "--mines: 9 is too many"
    assert in_option_words(problem, COMMANDS["review"]) == "mines: 9 is too many"
    assert in_option_words(BadInput("goes with `safe_cells` or `else`"), COMMANDS["solve"]) == (
        "goes with --safe-cells or `else`"
    )


def test_the_levels_are_those_of_the_help(run):
    assert all(name in run("solve", "--help")[1] for name in LEVELS)
