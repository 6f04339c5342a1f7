"""What an index or a conversation holds, in a form in which two can be compared."""
import json
import sqlite3
import struct

# How far a coordinate may move: texts are encoded together with others than before.
TOLERANCE = 1e-5


def of_index(path, has_dates=True):
    """Everything in an index but what differs between two that were made of the same notes, such as ids.

    Without dates where files may have changed while they were read: then an index has other dates than the files.
    """
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        tags = {}
        for document, tag in database.execute("SELECT document, tag FROM document_tags ORDER BY tag"):
            tags.setdefault(document, []).append(tag)
        documents = {}
        for id, folder, name, *rest in database.execute(
                "SELECT documents.id, folders.path, documents.path, title, size, modified, digest "
                "FROM documents JOIN folders ON folders.id = folder"):
            chunks = database.execute(
                "SELECT ordinal, first_line, last_line, first_byte, end_byte, heading_path, text, digest, vector "
                "FROM chunks JOIN vectors ON chunk = chunks.id WHERE document = ? ORDER BY ordinal", (id,)).fetchall()
            title, size, modified, *others = rest
            documents[folder, name] = ([title, size, modified if has_dates else None, *others], tags.get(id, []), chunks)
        space = database.execute("SELECT value FROM meta WHERE key = 'space'").fetchone()
        return {
            "folders": database.execute("SELECT path, indexed_at <> 0 FROM folders ORDER BY path").fetchall(),
            "space": {name: value for name, value in json.loads(space[0]).items() if name != "name"},
            "kept vectors": database.execute("SELECT count(*) FROM kept_vectors").fetchone(),
            "chunks": database.execute("SELECT count(*) FROM chunks").fetchone(),
            "documents": documents,
        }
    finally:
        database.close()


def difference(found, expected):
    """The first difference between two indexes, in words; None if they are equal."""
    for part in expected:
        if part != "documents" and found[part] != expected[part]:
            return f"{part}: {found[part]}, expected {expected[part]}"
    found, expected = found["documents"], expected["documents"]
    if found.keys() != expected.keys():
        return f"documents: {sorted(found)}, expected {sorted(expected)}"
    for name, (row, tags, chunks) in expected.items():
        if (row, tags) != found[name][:2]:
            return f"{name}: {found[name][:2]}, expected {(row, tags)}"
        if [chunk[:-1] for chunk in chunks] != [chunk[:-1] for chunk in found[name][2]]:
            return f"{name}: other chunks"
        for mine, yours in zip(found[name][2], chunks):
            mine, yours = vector(mine[-1]), vector(yours[-1])
            if len(mine) != len(yours) or any(abs(a - b) > TOLERANCE for a, b in zip(mine, yours)):
                return f"{name}: the vector of another text"
    return None


def vector(blob):
    return struct.unpack(f"<{len(blob) // 4}f", blob)


def turns(path):
    """The questions of a conversation that was saved, all of it read; none where there is none."""
    try:
        with open(path) as file:
            transcript = json.load(file)
    except FileNotFoundError:
        return 0
    return sum(entry["role"] == "user" for entry in transcript["transcript"]["entries"])


def make_other_version(fresh, path):
    """Makes an index of another version, with the folders and the encoder of a fresh one."""
    other = sqlite3.connect(path)
    other.executescript("PRAGMA journal_mode = WAL; PRAGMA application_id = 0x52414749; PRAGMA user_version = 999")
    other.execute("ATTACH ? AS fresh", (fresh,))
    for table in ["meta", "folders", "documents"]:
        other.execute(f"CREATE TABLE {table} AS SELECT * FROM fresh.{table}")
    other.commit()
    other.close()
