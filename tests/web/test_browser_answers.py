"""Python in the Web Worker of the page gives the server's answers, and loads parts on demand."""

import json
import sys

import pytest

from mineproof import explain, read
from mineproof.learn.lessons import lesson
from mineproof.web import browser, questions


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("about", {}),
        ("analyse", {"position": "3x2x1/111/HHH"}),
        ("explain", {"position": "3x2x1/111/HHH", "cell": "r2c1", "proof": True}),
        ("analyse", {"position": "3x2x1/131/HHH"}),  # a contradiction
        ("deal", {"size": "300x300", "mines": 1}),
        ("read", {"text": "\ud800 no board"}),
        ("deal", {"unknown": 1}),
    ],
)
def test_answers_and_refusals_are_those_of_the_server(name, body):
    text = json.dumps(body)
    assert browser.answer(name, text) == questions.answer(name, text.encode())


def test_an_explanation_is_in_the_language_of_the_question():
    asked = {"position": "3x2x1/111/HHH", "cell": "r2c1", "language": "zh-Hant"}
    _, text = questions.answer("explain", json.dumps(asked).encode())
    told = explain(read("3x2x1/111/HHH"), "r2c1").sentences("zh-Hant")
    assert json.loads(text)["why"] == told != explain(read("3x2x1/111/HHH"), "r2c1").sentences()


def test_an_exercise_has_a_position_and_its_easiest_argument():
    [exercise, *_] = lesson("1-2").drill
    asked = {"position": exercise.position}
    status, text = questions.answer("exercise", json.dumps(asked).encode())
    shown = json.loads(text)
    assert (status, shown["kind"], shown["argument"]) == (200, "1-2", exercise.sentences())


def test_a_package_that_is_not_there_yet_is_asked_for(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "pysat"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    asked = {"position": "3x2x1/111/HHH", "cell": "r2c1", "proof": True}
    assert browser.answer("explain", json.dumps(asked)) == "pysat"


class Missing:
    """An importer that cannot find python-sat."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "pysat":
            raise ModuleNotFoundError(f"No module named {name!r}", name="pysat")


@pytest.mark.parametrize("problem", [ZeroDivisionError("x"), ModuleNotFoundError(name="other")])
def test_an_error_in_our_code_is_logged_and_refused(monkeypatch, caplog, problem):
    def fail(name, body):
        raise problem

    monkeypatch.setattr(questions, "answer", fail)
    status, text = browser.answer("about", "{}")
    assert (status, json.loads(text)["kind"]) == (500, "fault")
    assert "an error in our code" in caplog.text
