"""Make HTTP responses from answers and errors."""

from starlette.responses import Response

from mineproof.web.questions import refusal

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self';"
        " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HEADERS = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
"""the headers of every response"""
EMBED_HEADERS = [
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors *"))
    for name, value in HEADERS
    if name != b"cross-origin-resource-policy"
]
"""the headers of the page that other sites may show in a frame"""


def answered(status: int, body: bytes) -> Response:
    """Return a JSON response that must not be cached."""
    headers = {"cache-control": "no-store"} | ({"retry-after": "1"} if status == 503 else {})
    return Response(body, status, headers, media_type="application/json")


def refuse(status: int, line: str, kind: str, **more: int) -> Response:
    """Return an error response with one line."""
    return answered(status, refusal(line, kind, **more).encode())
