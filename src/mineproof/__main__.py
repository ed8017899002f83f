"""The command `mineproof`, which is also `python -m mineproof`."""

from mineproof.base.early_interrupts import handle_early_interrupts


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is imported."""
    handle_early_interrupts()
    from mineproof.cli.entry import main as run

    run()


if __name__ == "__main__":
    main()
