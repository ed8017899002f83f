"""click's commands and groups, with our error messages and lazy imports.

`LazyGroup` has the module and a line of help of each command. It imports the module only when the
command runs, so `--help` and `--version` import none of them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from mineproof.base.errors import BadInput, MineproofError
from mineproof.base.resolved_path import resolved
from mineproof.cli.parameter_types import OutputPath, nearest, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., object])
SETTINGS = {"help_option_names": ["-h", "--help"]}


class Command(click.Command):
    """A command whose errors name its options as they are typed.

    If it has options for rare cases, only `--help-all` shows them.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        rare = any(getattr(param, "hidden", False) for param in params)
        return [*params, _HELP_ALL] if rare else params

    def invoke(self, ctx: click.Context) -> object:
        try:
            self._check_outputs(ctx)
            return super().invoke(ctx)
        except MineproofError as problem:
            raise click.UsageError(in_option_words(problem, self), ctx) from problem

    def _check_outputs(self, ctx: click.Context) -> None:
        """Raise `BadInput` if two options name one file, or one names a file in another's folder.

        The second would replace what the first has written. Defaults are left out: a command does
        not write to a default if another output is named.
        """
        written: list[_Output] = []
        for param in self.params:
            name = param.name or ""
            typed = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
            if isinstance(param.type, OutputPath) and typed and ctx.params[name]:
                new = _Output.of(param, ctx.params[name])
                for output in written:
                    output.check_apart(new)
                written.append(new)


def _show_all(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    click.echo(full_help(ctx))
    ctx.exit()


def full_help(ctx: click.Context) -> str:
    """Return the help of a command with the options for rare cases."""
    rare = [one for one in ctx.command.params if isinstance(one, click.Option) and one.hidden]
    for one in rare:
        one.hidden = False
    text = ctx.get_help()
    for one in rare:
        one.hidden = True
    return text


_HELP_ALL = click.Option(
    ["--help-all"], is_flag=True, is_eager=True, expose_value=False, callback=_show_all,
    help="Show all options, with those for rare cases, and exit.",
)  # fmt: skip


@dataclass(frozen=True)
class _Output:
    """A file or a folder that an option names to be written."""

    param: click.Parameter
    name: str
    path: Path

    @classmethod
    def of(cls, param: click.Parameter, name: str) -> "_Output":
        """Return the output with its real path; raise `BadInput` if it has none."""
        try:
            return cls(param, name, resolved(name))
        except OSError as problem:
            line = f"{name}: {problem.strerror or problem}"
            raise BadInput(line, field=param.name) from None

    def check_apart(self, new: "_Output") -> None:
        """Raise `BadInput` if `new` is the same file, or if one lies in the other."""
        # A device or a pipe may take several outputs, and a folder is refused later.
        if self.path == new.path and (self.path.is_file() or not self.path.exists()):
            line = f"{new.name} is the file of {typed_name(self.param)} already"
            raise BadInput(f"{line}: each needs its own name", field=new.param.name)
        for inner, outer in ((new, self), (self, new)):
            if outer.path in inner.path.parents:
                line = (
                    f"{inner.name} is inside {outer.name}, which {typed_name(outer.param)} writes"
                )
                raise BadInput(f"{line}: name another place", field=inner.param.name)


@dataclass(frozen=True)
class Entry:
    """A command that has not been imported: its module has a command of the same name."""

    module: str
    summary: str
    hidden: bool = False


class LazyGroup(click.Group):
    """A group that imports the module of a command when that command runs."""

    def __init__(
        self,
        name: str,
        entries: dict[str, Entry],
        renamed: dict[str, str],
        help: str,
        params: list[click.Parameter],
    ) -> None:
        super().__init__(name, help=help, params=params, context_settings=SETTINGS)
        self.entries = entries
        self.renamed = renamed
        """What is typed now instead of a command that is gone."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        name = entry.module.rpartition(".")[2]
        command = getattr(import_module(entry.module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in self.renamed:
            ctx.fail(f"{args[0]} is now: mineproof {self.renamed[args[0]]}")
        if args[0] not in self.entries and not args[0].startswith("-"):
            ctx.fail(unknown("command", args[0], self.visible()))
        return super().resolve_command(ctx, args)

    def visible(self) -> dict[str, str]:
        """Return the help line of each listed command."""
        return {name: one.summary for name, one in self.entries.items() if not one.hidden}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(self.visible().items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        commands = [
            CompletionItem(name, help=summary)
            for name, summary in self.visible().items()
            if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)


class Group(click.Group):
    """A group whose commands are in one module."""

    command_class = Command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except MineproofError as problem:
            raise click.UsageError(in_option_words(problem, self), ctx) from problem

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Without a command click raises its help as an error, which would be printed as one line.
        return super().parse_args(ctx, args or ["--help"] * self.no_args_is_help)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(unknown("command", args[0], self.commands))
        return super().resolve_command(ctx, args)


def typed_name(param: click.Parameter) -> str:
    """Return a parameter as typed: `--safe-cells`, or the name of an argument, `CELL`."""
    if isinstance(param, click.Option):
        return param.opts[0]
    return param.human_readable_name.split()[0].strip("[].")


def in_option_words(problem: MineproofError, command: click.Command) -> str:
    """Return an error of the library with options in place of the names of fields."""
    typed = {param.name: typed_name(param) for param in command.params}
    field = problem.field if isinstance(problem, BadInput) else None
    line = problem.line if isinstance(problem, BadInput) else str(problem)
    line = re.sub(r"`(\w+)`", lambda match: typed.get(match[1], match[0]), line)
    return line if field is None else f"{typed.get(field, field)}: {line}"


def usage_words(problem: click.ClickException) -> str:
    """Return an error of click as one line that begins with the option."""
    ctx = getattr(problem, "ctx", None)
    if isinstance(problem, click.NoSuchOption):
        known = [] if ctx is None else [name for one in ctx.command.params for name in one.opts]
        near = nearest(problem.option_name, known)
        hint = f"did you mean {near}?" if near else "`--help` lists the options"
        return f"unknown option {problem.option_name}: {hint}"
    if isinstance(problem, click.MissingParameter) and problem.param is not None:
        return f"{typed_name(problem.param)} is missing"
    if isinstance(problem, click.BadParameter) and problem.param is not None:
        return f"{typed_name(problem.param)}: {problem.message.rstrip('.')}"
    if isinstance(problem, click.BadOptionUsage):
        return problem.message.replace(f"Option '{problem.option_name}'", problem.option_name)
    return problem.format_message()


def gathered(name: str, make: Callable[..., object], *parts: Callable[[F], F]) -> Callable[[F], F]:
    """Return several options as one: the command gets the object that `make` returns of them."""

    def decorate(function: F) -> F:
        @wraps(function)
        def call(**typed: Any) -> object:
            own = {key: typed.pop(key) for key in keys}
            return function(**typed, **{name: make(**own)})

        before = len(getattr(call, "__click_params__", []))
        for part in reversed(parts):
            part(call)
        keys = [one.name for one in call.__click_params__[before:]]  # type: ignore[attr-defined]
        return cast("F", call)

    return decorate


def rare(name: str, kind: click.ParamType[float], default: float, help: str) -> Callable[[F], F]:
    """Return an option that only `--help-all` shows."""
    return click.option(name, type=kind, default=default, show_default=True, help=help, hidden=True)
