"""The options of all commands: declared once, named in errors, completed. And a quick start."""

import ast
import importlib.metadata
import pickle
import re
import tomllib

import click
import pytest

import mineproof
from command_process import after, run_in
from mineproof import STRATEGIES, BadInput, deal, strategy
from mineproof.answers.games import solve
from mineproof.cli.command_group import in_option_words
from mineproof.cli.entry import app
from places import ROOT, SOURCE
from tiers import slow

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
    "--boards": ("default", "grade has three levels, an experiment of one's own has cases"),
    "--count": ("default help", "boards for programs, or exercises for a person"),
    "--level": ("default", "people begin with easy boards; players are measured on expert ones"),
    "--start": ("default help", "by the rule that a command's boards are usually dealt by"),
    "--seed": ("default", "a person wants another board each time, a program the same one"),
    "--strategy": ("default", "`solve` shows logic at work, `batch` measures the strongest player"),
    "--workers": ("default", "the lab measures times, and processes disturb each other"),
    "--size": ("required", "`optimal` has no levels"),
    "--mines": ("required help", "`optimal` has no levels; a file may leave out the mine count"),
    "--out": ("help default", "the answer, a second file beside it, or the folder of a report"),
    "--pdf": ("help", "a report to hand in, and exercises to print"),
    "--replay": ("help default", "a person saves a game by a key"),
    "--to": ("type help default required", "formats of boards, none of them usual, and of rows"),
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
    allowed = {(name, one) for name, (parts, _) in MAY_DIFFER.items() for one in parts.split()}
    assert differing == allowed
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


LONG_TABLES = {"strategy", "strategies", "player", "players", "against", "name", "names", "only"}


def test_help_names_every_value_of_a_short_table():
    for command in COMMANDS.values():
        for param in command.params:
            table = getattr(param.type, "table", None)
            if table and param.name not in LONG_TABLES:
                assert all(name in param.help for name in table()), param.name


def modules_of(folder, *args):
    """Return the modules that a command imports."""
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    done = run_in(folder, *args, program=after(code), text="quit\n")
    assert done.stdout
    return set(done.stderr.split())


def within(modules, packages):
    return sorted(one for one in modules for name in packages if f"{one}.".startswith(f"{name}."))


HEAVY = ["rich", "prompt_toolkit", "matplotlib", "starlette", "uvicorn", "mineproof.lab",
         "mineproof.web"]  # fmt: skip


def test_explaining_a_cell_imports_few_modules_of_ours(tmp_path):
    (tmp_path / "position.mine").write_text("3x2x1\n111\nHHH\n")
    modules = modules_of(tmp_path, "explain", "position.mine", "r2c1")
    ours = within(modules, ["mineproof"])
    assert "mineproof.reason.prove" in ours
    assert len(ours) <= 70, ours


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["-h"]])
def test_what_needs_no_command_imports_none(args, tmp_path):
    modules = modules_of(tmp_path, *args)
    assert "click" in modules
    heavy = [*HEAVY, "numpy", "pysat", "mineproof.answers", "mineproof.play", "importlib.metadata"]
    assert within(modules, heavy) == []
    ours = set(within(modules, ["mineproof.cli"]))
    parts = {"command_group", "entry", "error_lines", "language", "parameter_types"}
    assert ours == {"mineproof.cli", *(f"mineproof.cli.{part}" for part in parts)}


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "--level", "easy"],
        ["analyse", "position.mine"],
        ["play", "--plain", "--seed", "3"],
    ],
)
def test_an_answer_in_text_imports_nothing_that_draws_or_serves(args, tmp_path):
    (tmp_path / "position.mine").write_text(POSITION)
    modules = modules_of(tmp_path, *args)
    assert f"mineproof.cli.commands.{args[0]}" in modules
    assert within(modules, [*HEAVY, "importlib.metadata"]) == []
    others = [f"mineproof.cli.commands.{name}" for name in app.entries if name != args[0]]
    assert within(modules, others) == []


@pytest.mark.parametrize("args", [["lab", "report", "--help"], ["lab", "list"]])
def test_only_a_report_imports_what_draws_and_typesets(args, tmp_path):
    modules = modules_of(tmp_path, *args)
    assert "mineproof.cli.commands.lab" in modules
    assert within(modules, ["typst", "matplotlib"]) == []


def test_the_version_is_the_one_that_is_installed_and_released():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert mineproof.__version__ == project["version"] == importlib.metadata.version("mineproof")


@pytest.mark.parametrize("words", ["", *COMMANDS, "lab"])
def test_help_has_examples_and_h_is_short_for_it(run, words):
    status, out, _ = run(*words.split(), "-h")
    assert (status, out) == (0, run(*words.split(), "--help")[1])
    assert out.startswith(f"Usage: mineproof {words}".strip())
    assert f"\n  mineproof {words}" in out or words in ("", "lab")


@pytest.mark.parametrize("words", ["", "lab"])
def test_a_group_without_a_command_shows_its_help(run, words):
    assert run(*words.split()) == run(*words.split(), "--help")


def test_every_command_has_a_line_of_help_that_fits(run):
    lines = run("--help")[1].splitlines()
    for name, summary in app.visible().items():
        assert any(line.split() == [name, *summary.split()] for line in lines)
        assert len(summary) <= 66


def test_analyze_is_analyse_but_is_not_listed(run, tmp_path):
    (tmp_path / "p.mine").write_text(POSITION)
    assert run("analyze", "p.mine") == run("analyse", "p.mine")
    assert "analyze" not in run("--help")[1]


def test_rare_limits_are_in_the_longer_help_only(run):
    for words in ("solve", "batch", "grade", "lab run"):
        short, long = (run(*words.split(), f"--help{more}")[1] for more in ("", "-all"))
        assert "--game-lines" not in short
        assert "--help-all" in short
        assert "--game-lines" in long
    assert "--help-all" not in run("review", "--help")[1]


def test_names_are_read_in_any_case(run):
    assert run("generate", "--level", "EASY", "--count", 2) == run(
        "generate", "--level", "easy", "--count", 2
    )
    assert run("generate", "--shape", "Hex", "--count", 1)[0] == 0


@pytest.mark.parametrize("name", ["--strategy", "--player"])
def test_a_player_is_named_by_either_option(run, name):
    run("generate", "--level", "easy", "--count", 5, "--out", "boards.txt")
    assert '"player": "complete"' in run("batch", "boards.txt", name, "complete", "--json")[1]
    assert "What unit found" in run("solve", name, "unit", "--seed", 3)[1]


@pytest.fixture
def completed(run, monkeypatch):
    """Return the completions of the last word in bash."""

    def complete(words):
        monkeypatch.setenv("_MINEPROOF_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
        _, out, err = run()
        assert err == ""
        return [line.partition(",")[2] for line in out.split()]

    return complete


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
def test_shells_complete_commands_and_values(words, values, completed):
    assert completed(words) == values


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(run, shell):
    status, out, _ = run("completion", shell)
    assert status == 0
    assert f"_MINEPROOF_COMPLETE={shell}_complete" in out


@pytest.mark.parametrize("name", [slow(name) if name == "rebuild" else name for name in STRATEGIES])
def test_a_trace_is_offered_where_there_are_steps_to_tell(run, name):
    events = []
    solve(deal("medium", seed=3), name, trace=events.append)
    assert strategy(name).traces == bool(events)
    status, out, err = run("solve", "--level", "medium", "--strategy", name, "--trace")
    assert (status < 2, bool(out), err == "") == (3 * (bool(events),))


@pytest.mark.parametrize(
    "words",
    [
        "analyse FILE", "explain FILE r2c1", "analyse FILE r2c1 r2c3", "convert FILE --to cnf",
        "solve FILE", "convert FILE --to mine", "check FILE a.cnf a.lrat",
    ],
)  # fmt: skip
def test_the_mine_count_may_be_in_the_file_in_an_option_or_in_both(run, tmp_path, words):
    (tmp_path / "rows.txt").write_text("111 / HHH")
    (tmp_path / "whole.mine").write_text("3x2x1 / 111 / HHH")
    run("explain", "whole.mine", "r2c1", "--cnf", "a.cnf", "--proof", "a.lrat")
    whole, both, rows = (
        run(*words.replace("FILE", file).split())
        for file in ("whole.mine", "whole.mine --mines 1", "rows.txt --mines 1")
    )
    assert whole == both == rows
    assert whole[0] == 0


def texts_of(path):
    """Return the strings of a module that are not docstrings."""
    tree = ast.parse(path.read_text())
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documents:
            yield str(node.value)


def test_no_text_outside_the_command_line_names_an_option():
    found = {
        f"{path.relative_to(SOURCE)}: {text}"
        for path in SOURCE.rglob("*.py")
        if SOURCE / "cli" not in path.parents
        and path.name not in ("__main__.py", "sandbox.py")  # the options of bubblewrap
        for text in texts_of(path)
        if re.search(r"(^|[\s(`'\"])--([a-z]|$)", text)  # also the beginning of f"--{name}"
    }
    # The dashes of a line in a figure, and the command that makes a report again.
    assert found == {"lab/report/_figures.py: --", "lab/provenance.py: --"}
    inside = [text for path in (SOURCE / "cli").rglob("*.py") for text in texts_of(path)]
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
