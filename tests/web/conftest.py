"""One server for all tests that do not end it."""

import pytest

from serving import Client, server_process


@pytest.fixture(scope="session")
def running():
    """A server that ends cleanly and writes no error; it has the further name proxy.example."""
    with server_process("--allow-host", "Proxy.example") as server:
        yield server
    assert server.errors() == ""


@pytest.fixture
def server(running):
    return running.address


@pytest.fixture
def client(server):
    with Client(server) as client:
        yield client
