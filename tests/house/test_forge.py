"""The workflows in .github: they run commands that exist, with actions pinned to commits.

`make workflows` checks their syntax by actionlint. These tests check what actionlint cannot.
"""

import re
import subprocess
import sys
import tomllib
import zipfile

import pytest
import yaml

import site_build
from places import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def jobs(file):
    return yaml.safe_load(file.read_text())["jobs"]


def steps(file):
    return [step for job in jobs(file).values() for step in job["steps"]]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_every_action_is_pinned_to_a_commit_with_its_version_beside_it(file):
    for line in file.read_text().splitlines():
        if "uses:" in line:
            assert re.search(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_may_only_read_unless_a_job_says_more(file):
    assert yaml.safe_load(file.read_text())["permissions"] == {"contents": "read"}
    for step in steps(file):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    assert all("timeout-minutes" in job for job in jobs(file).values())


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_workflows_run_targets_and_files_that_exist(file):
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    commands = [step["run"] for step in steps(file) if "run" in step]
    for command in commands:
        for made in re.findall(r"(?:^|&& )make ([\w -]+)", command):
            assert set(made.split()) <= targets, command
        for path in re.findall(r"\.ci/[\w.-]+", command):
            assert (ROOT / path).exists(), command


def test_every_work_of_others_that_we_distribute_has_a_notice(tmp_path):
    notices = (ROOT / "THIRD-PARTY.md").read_text()
    pinned = re.findall(r"^([\w-]+)==", (ROOT / ".ci/site.txt").read_text(), re.M)
    for name in (*pinned, "Pyodide", "Python"):
        assert f" | {name}, ©" in notices, name
    with zipfile.ZipFile(tmp_path / "python_sat-1-x.whl", "w") as wheel:
        wheel.writestr("python_sat-1.dist-info/licenses/LICENSE.txt", "a licence")
    site_build.build.add_licences(tmp_path / "licences", [tmp_path / "python_sat-1-x.whl"])
    assert (tmp_path / "licences" / "python_sat.txt").read_text() == "a licence"
    site_build.build.copy_page(tmp_path / "page")
    assert (tmp_path / "page" / "licences" / "THIRD-PARTY.md").read_text() == notices


def test_the_oldest_version_of_everything_that_a_user_installs_is_tried():
    code = re.search(r"<<'END'\n(.*?)END\n", (ROOT / ".ci" / "oldest").read_text(), re.S)[1]
    done = subprocess.run(
        [sys.executable, "-"], input=code, cwd=ROOT, capture_output=True, text=True, check=True
    )
    tried = dict(line.split("==") for line in done.stdout.split())
    extras = PROJECT["optional-dependencies"]
    users = [extras[name] for name in ("web", "lab", "report", "cluster", "rl", "replays")]
    for line in sum(users, PROJECT["dependencies"]):
        name, floor = re.match(r"([\w-]+)>=([\w.]+)", line).groups()
        assert tried.pop(name, floor) == floor
    assert tried == {}
    runs = [step.get("run") for step in steps(ROOT / ".github/workflows/test.yml")]
    assert "sh .ci/oldest" in runs


def test_the_tests_run_on_every_python_and_system_that_the_package_names():
    [matrix] = [
        job["strategy"]["matrix"]
        for job in jobs(ROOT / ".github/workflows/test.yml").values()
        if "strategy" in job
    ]
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert matrix["python"] == pythons
    assert PROJECT["requires-python"] == f">={pythons[0]}"
    systems = [name for name in PROJECT["classifiers"] if name.startswith("Operating System")]
    assert len(systems) == len(matrix["os"])


def test_every_hook_before_a_commit_is_a_tool_that_make_installs():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    installed = {
        requirement.split(">=")[0] for requirement in PROJECT["optional-dependencies"]["dev"]
    }
    for hook in hooks:
        tool = hook["entry"].split()[0]
        assert tool == "make" or tool.removeprefix(".venv/bin/") in installed


def test_issue_forms_ask_for_something_and_have_different_names():
    forms = [
        yaml.safe_load(file.read_text())
        for file in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
        if file.name != "config.yml"
    ]
    assert len({form["name"] for form in forms}) == len(forms) == 2
    for form in forms:
        assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_programs_of_workflows_are_installed_by_hash():
    for file in WORKFLOWS:
        text = file.read_text()
        assert "pipx" not in text
        for line in re.findall(r"pip install .*", text):
            if line == "pip install --no-deps --no-build-isolation -e .":
                continue
            assert line.startswith("pip install --require-hashes -r .ci/"), line
            assert (ROOT / line.split()[-1]).exists()


@pytest.mark.parametrize("file", sorted((ROOT / ".ci").glob("*.txt")), ids=lambda file: file.name)
def test_every_pin_has_a_hash(file):
    text = file.read_text().replace("\\\n", " ")
    pins = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert pins
    for pin in pins:
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", pin), pin
