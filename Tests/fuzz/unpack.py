#!/usr/bin/env python3
"""Writes the parts of a zip archive that match patterns into a folder, a file each.

usage: unpack.py ARCHIVE FOLDER PATTERN…
"""
import fnmatch
import os
import sys
import zipfile

source, folder, *patterns = sys.argv[1:]
with zipfile.ZipFile(source) as archive:
    for number, name in enumerate(archive.namelist()):
        if any(fnmatch.fnmatch(name, pattern.replace("\\", "")) for pattern in patterns):
            target = os.path.join(folder, f"{os.path.basename(source)}-{number}")
            with open(target, "wb") as file:
                file.write(archive.read(name))
