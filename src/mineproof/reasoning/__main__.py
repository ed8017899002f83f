"""`python -m mineproof.reasoning`: write a data set as JSON lines, with a README beside it."""

import hashlib
import json
from pathlib import Path

import click

import mineproof
from mineproof.base.output_files import Target, new_files
from mineproof.reasoning.dataset import Dataset
from mineproof.reasoning.tasks import TASKS


@click.command()
@click.option("--task", type=click.Choice(TASKS), default="certain", show_default=True)
@click.option("--size", type=click.IntRange(1), default=3000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def main(task: str, size: int, seed: int, out: Path) -> None:
    """Write a data set to the file OUT (.jsonl), and its README beside it (.md)."""
    with new_files([Target(out), Target(out.with_suffix(".md"))]) as [lines, readme]:
        entries = sorted(Dataset(task, seed=seed, size=size), key=lambda e: e["metadata"]["depth"])
        text = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
        depths = [entry["metadata"]["depth"] for entry in entries]
        lines.write(text)
        told = (
            Path(__file__)
            .with_name("readme.md")
            .read_text()
            .format(
                task=task,
                size=size,
                depths=", ".join(
                    f"{depths.count(one)} of depth {one}" for one in sorted({*depths})
                ),
                name=out.name,
                digest=hashlib.sha256(text).hexdigest(),
                command=f"python -m mineproof.reasoning --task {task} --size {size} --seed {seed}"
                f" --out {out.name}",
                version=mineproof.__version__,
            )
        )
        readme.write(told.encode())
    click.echo(told.splitlines()[4].removeprefix("- "))


if __name__ == "__main__":
    main(prog_name="python -m mineproof.reasoning")
