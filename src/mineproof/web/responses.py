"""Make HTTP responses from answers and errors."""

from starlette.responses import Response

from mineproof.web.questions import refusal


def answered(status: int, body: bytes) -> Response:
    """Return a JSON response that must not be cached."""
    headers = {"cache-control": "no-store"} | ({"retry-after": "1"} if status == 503 else {})
    return Response(body, status, headers, media_type="application/json")


def refuse(status: int, line: str, kind: str, **more: int) -> Response:
    """Return an error response with one line."""
    return answered(status, refusal(line, kind, **more).encode())
