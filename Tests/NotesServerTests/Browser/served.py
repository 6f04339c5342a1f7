"""Starts the server and tests its page: `served.py PROGRAM INDEX [OPTION ...]`."""

import pathlib
import sys

import page

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Clients"))
from serving import Server  # noqa: E402 (it is in another folder)

if __name__ == "__main__":
    with Server(*sys.argv[1:]) as server:
        sys.exit(page.main(server.address, server.token))
