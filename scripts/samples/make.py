#!/usr/bin/env python3
"""Makes the sample documents in corpus/ that are no plain text, from the texts in this folder.

usage: make.py [--check]      with --check, says which files differ, and writes nothing
"""
import pathlib
import sys

import kept
import printed

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "corpus"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    documents = {**printed.documents(), **kept.documents()}
    if sys.argv[1:]:
        different = [name for name, data in documents.items() if not (CORPUS / name).is_file() or (CORPUS / name).read_bytes() != data]
        print(f"{len(documents) - len(different)} documents are as made here")
        sys.exit(f"make.py: not as made here: {', '.join(different)}" if different else 0)
    for name, data in documents.items():
        (CORPUS / name).parent.mkdir(parents=True, exist_ok=True)
        (CORPUS / name).write_bytes(data)


if __name__ == "__main__":
    main()
