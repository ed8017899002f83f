"""One process that answers, a question at a time: lines and bytes in, lines and bytes out.

A question is a line `NAME LENGTH` and so many bytes of body; an answer is a line `STATUS LENGTH`
and so many bytes of JSON. It lives apart from the server so that work that takes too long can be
ended, and ends by itself when nobody is left to ask.
"""

import signal
import sys
import traceback

from mineproof.web.questions import answer, refusal


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes us
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    while line := questions.readline():
        name, length = line.decode().split()
        body = questions.read(int(length))
        try:
            status, text = answer(name, body)
        except Exception:
            traceback.print_exc()  # a fault of ours: for the log, not for the client
            status, text = 500, refusal("something is wrong with the server", "fault")
        raw = text.encode()
        answers.write(f"{status} {len(raw)}\n".encode() + raw)
        answers.flush()


if __name__ == "__main__":
    main()
