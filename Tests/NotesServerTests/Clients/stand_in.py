#!/usr/bin/env python3
"""Stands in for a program that cannot be had here: notes what it was told in $TOLD."""

import json
import os
import pathlib
import sys

with open(os.environ["TOLD"], "a", encoding="utf-8") as file:
    told = {"name": pathlib.Path(sys.argv[0]).name, "arguments": sys.argv[1:], "environment": dict(os.environ)}
    file.write(json.dumps(told) + "\n")
