"""`mineproof grade` for a class: workers, results that are kept, and the folder with all of them.

The folder has `index.html`, `class.csv` and `class.json`; in `students` a page for each student,
without the seed; and in `results` what a second run takes over.
"""

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

from mineproof.answers.schema import SCHEMA
from mineproof.base.errors import BadInput, MineproofError
from mineproof.base.json_object import Json
from mineproof.base.output_files import new_file, temporary_folder
from mineproof.cli import options
from mineproof.cli.commands._class_results import RESULTS, as_csv, as_table, class_page, rows
from mineproof.grade.classroom import Settings, graded
from mineproof.grade.submissions import Submission, files_of, is_class, is_submission, visible
from mineproof.play.bulk import cores
from mineproof.play.outside.sandbox import sandbox_for, state_of
from mineproof.play.worker_processes import worker_pool
from mineproof.proof.check import escaped
from mineproof.reason.words import CommandTexts

Done = Callable[[Submission, Json, str], None]


def grade_class(
    words: Sequence[str], settings: Settings, out: Path, workers: int | None, *, as_json: bool
) -> int:
    """Grade every submission that `out` has no result of; write and print the results of all."""
    found = submissions(words, out)
    if not found:
        raise BadInput(f"{words[0]}: an empty folder", field="players")
    box = sandbox_for(settings.sandbox, [])
    settings = _begun(settings, out)
    _say(state_of(box))
    results = {one.name: kept for one in found if (kept := _kept(one, out))}
    if results:
        _say(f"{len(results)} of {len(found)} results are taken over from {out}")

    def done(one: Submission, result: Json, page: str) -> None:
        if page:
            _write(out / "students" / f"{_file(one.name)}.html", page)
        _write(out / "results" / f"{_file(one.name)}.json", _json(result))
        results[one.name] = result
        [row] = rows([result], "en")
        points = f", {row['points']:g} of {row['max']:g} points" if "points" in row else ""
        _say(f"{len(results)} of {len(found)}: {one.name}: {row['result']}{points}")

    try:
        _grade([one for one in found if one.name not in results], settings, workers, done)
    except KeyboardInterrupt:
        _say(f"{len(results)} of {len(found)} results are in {out}; the same command goes on")
        raise
    return _tell([results[one.name] for one in found], settings, out, as_json)


def _grade(waiting: list[Submission], settings: Settings, workers: int | None, done: Done) -> None:
    if not waiting:
        return
    workers = min(workers or cores(), len(waiting))
    most = settings.minutes * -(-len(waiting) // workers)
    _say(f"{len(waiting)} to grade, {workers} at a time, in some {most:g} minutes at most")
    with temporary_folder() as folder, worker_pool(workers) as pool:
        folder.chmod(0o711)  # a player that runs as another user reaches its own copy
        copies = {one: folder / f"{number}" for number, one in enumerate(waiting)}
        content = {one: _content(one) for one in waiting}
        running = {pool.submit(graded, one, settings, copies[one]): one for one in waiting}
        try:
            for future in as_completed(running):
                one, (result, page) = running[future], future.result()
                shutil.rmtree(copies[one], ignore_errors=True)
                done(one, {**result, "content": content[one]}, page)
        except BrokenProcessPool:
            line = "a worker process died; the same command goes on, with fewer --workers?"
            raise MineproofError(line) from None


# The submissions


def submissions(words: Sequence[str], out: Path) -> list[Submission]:
    """Return the players and submissions that are named, without the results in `out`."""
    names: dict[Path, str] = {}
    paths = [path for word in words if is_submission(word) for path in _inside(Path(word))]
    paths = [path for path in dict.fromkeys(paths) if path.resolve() != out.resolve()]
    for spelled in (
        lambda path: path.name if path.is_dir() else path.stem,
        lambda path: path.name,
        lambda path: f"{path.parent.name}/{path.name}",
        str,
    ):
        new = {path: escaped(spelled(path)) for path in paths if path not in names}
        uses = Counter(name.casefold() for name in [*new.values(), *names.values()])
        names |= {path: name for path, name in new.items() if uses[name.casefold()] == 1}
    for number, path in enumerate(path for path in paths if path not in names):
        names[path] = f"{escaped(str(path))} ({number + 1})"  # they differ in control characters
    given = [word for word in dict.fromkeys(words) if not is_submission(word)]
    return [
        *(Submission(escaped(word), None, word) for word in given),
        *(Submission(names[path], path) for path in paths),
    ]


def _inside(path: Path) -> list[Path]:
    return visible(path) if is_class(str(path)) else [path]


def _content(one: Submission) -> list[list[str | int]]:
    """Return what differs after a change of a submission."""
    with suppress(OSError, BadInput):  # grading it says what is wrong
        found = [(file, file.stat()) for file in files_of(one.path)] if one.path else []
        return [[escaped(str(file)), stat.st_size, stat.st_mtime_ns] for file, stat in found]
    return []


# What is kept


def _begun(settings: Settings, out: Path) -> Settings:
    """Return the settings, with the seed of the results in `out`; refuse others than theirs."""
    file = out / "settings.json"
    if not file.exists():
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise BadInput(f"{out} has something else than results of a class", field="out")
        for folder in (out, out / "students", out / "results"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(file, _json(_settings_json(settings)))
        return settings
    kept = _read(file)
    if not options.was_given("seed"):
        settings = replace(settings, seed=kept.get("seed", settings.seed))
    given = json.loads(_json(_settings_json(settings)))
    if differing := [key for key in given if given[key] != kept.get(key)]:
        line = f"the results in {out} have other settings ({', '.join(differing)})"
        raise BadInput(f"{line}: give the same ones, or another folder", field="out")
    return settings


def _settings_json(settings: Settings) -> Json:
    limits = {key: getattr(settings.limits, key) for key in options.PROGRAM_LIMITS}
    rubric = settings.rubric and asdict(settings.rubric)
    return {**vars(settings), "rubric": rubric, "limits": limits}


def _kept(one: Submission, out: Path) -> Json | None:
    """Return the result of an earlier run, if the submission has not changed."""
    file = out / "results" / f"{_file(one.name)}.json"
    result = _read(file) if file.exists() else {}
    return result if result.get("content") == _content(one) else None


def _file(name: str) -> str:
    """Return a name that every file system accepts, another one for each student."""
    safe = "".join(sign if sign.isalnum() or sign in "-_" else f"%{ord(sign):02X}" for sign in name)
    long = len(safe.encode()) > 200
    return f"{safe[:40]}%{sha256(name.encode()).hexdigest()[:16]}" if long else safe


def _read(file: Path) -> Json:
    try:
        found = json.loads(file.read_text("utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{file} is damaged: delete it", field="out")
    return found


def _write(file: Path, text: str, encoding: str = "utf-8") -> None:
    with new_file(file) as opened:
        opened.write(text.encode(encoding))


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


# What is written at the end


def _tell(results: list[Json], settings: Settings, out: Path, as_json: bool) -> int:
    language = settings.language
    say, found = CommandTexts("class", language), rows(results, language)
    boards = say.joined(
        say("boards", n=n, level=say(level)) for level, n in settings.boards.items()
    )
    title = say.counted("title", len(found), boards=boards, seed=settings.seed)
    count = Counter(row["result"] for row in found)
    sums = say.joined(f"{count[key]} {say(key)}" for key in RESULTS if count[key])
    links = {one["name"]: f"students/{_file(one['name'])}.html" for one in results if one["answer"]}
    english = found if language == "en" else rows(results, "en")
    answer = {"schema": SCHEMA, **_settings_json(settings), "students": english}
    _write(out / "class.json", _json(answer))
    _write(out / "class.csv", as_csv(english), "utf-8-sig")  # else Excel misreads Chinese names
    _write(out / "index.html", class_page(found, links, title, sums, language))
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print("\n".join([title, sums, "", *as_table(found, language)]))
    _say(f"{out / 'index.html'} has a page of each student, class.csv beside it the table")
    return 0 if count["passed"] == len(found) else 1


def _say(line: str) -> None:
    print(f"mineproof: {line}", file=sys.stderr, flush=True)
