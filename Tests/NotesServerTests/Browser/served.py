"""Starts the server and tests its page: `served.py PROGRAM INDEX [OPTION ...]`; pictures go to $SCREENSHOTS, if set."""

import os
import pathlib
import sys

import indexing
import page

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Clients"))
from serving import Server  # noqa: E402 (it is in another folder)

if __name__ == "__main__":
    folder = os.environ.get("SCREENSHOTS")
    with Server(*sys.argv[1:]) as server:
        failed = page.main(server, folder)
    with Server(*sys.argv[1:], "--allow-indexing") as server:
        failed |= page.main(server, folder, (indexing.allowed,))
    sys.exit(failed)
