"""Writes, reads, starts and removes the systemd unit: `unit.py PROGRAM NOTES_FOLDER`.

The unit is read by systemd's rules (systemd.syntax(7), systemd.service(5)), checked by `systemd-analyze` if it is
there, and its command is started as systemd would start it: with its variables and no others, and under its
restrictions, as far as a process can impose them on itself.
"""

import ctypes
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request

from serving import NO_REDIRECT, check

AF = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16}
NEEDS_NAMESPACE = re.compile(r"^(Private|Protect|ReadOnly|ReadWrite|Inaccessible|Bind|TemporaryFile|Root)\w*=", re.M)
NEEDS_CAPABILITY = re.compile(r"^(Capability|Ambient|User|Group|DynamicUser)\w*=", re.M)


def words(line):
    """Returns the words of a value, unquoted; `%%` and, in a command, `$$` stand for one character."""
    found = []
    for quoted, plain in re.findall(r'"((?:\\.|[^"\\])*)"|(\S+)', line):
        text = re.sub(r"\\(x[0-9a-f]{2}|.)", lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "x" else m[1], quoted)
        found.append((text if quoted else plain).replace("%%", "%"))
    return found


def settings(text):
    """Returns the settings of a unit's text: lists of values by their names."""
    found = {}
    for line in text.splitlines():
        if line and line[0] not in "#;[":
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


class Argument(ctypes.Structure):
    _fields_ = [
        ("number", ctypes.c_uint), ("operator", ctypes.c_int), ("value", ctypes.c_uint64), ("other", ctypes.c_uint64)]


def restrict(unit):
    """Imposes a unit's restrictions on this process: run it in a child."""
    libc, seccomp = ctypes.CDLL(None, use_errno=True), ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(0x7FFF0000))

    def refuse(name, code, *arguments):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        array = (Argument * len(arguments))(*arguments)
        done = seccomp.seccomp_rule_add_array(context, 0x50000 | code, number, len(arguments), array)
        assert done == 0, f"no rule for {name}: {done}"

    families = {AF[name] for name in unit["RestrictAddressFamilies"][0].split()}
    for family in set(range(64)) - families:
        refuse("socket", 97, Argument(0, 4, family, 0))
    names = ["RestrictNamespaces", "LockPersonality", "RestrictRealtime", "NoNewPrivileges", "MemoryDenyWriteExecute"]
    assert all(unit[name] == ["yes"] for name in names), unit
    for name in ("unshare", "setns", "personality", "sched_setscheduler"):
        refuse(name, 1)
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    # PR_SET_MDWE, from Linux 6.3 on.
    libc.prctl(65, 1, 0, 0, 0)
    assert seccomp.seccomp_load(context) == 0
    os.umask(int(unit["UMask"][0], 8))


class Home:
    """A user with an index of some notes, in a folder whose name needs quotes."""

    def __init__(self, folder, program, notes):
        self.path = pathlib.Path(folder).resolve() / 'a "quoted" 50% $HOME\\x'
        self.program = program
        shutil.copytree(notes, self.path / "notes")
        self.unit = self.path / ".config/systemd/user/rag.service"
        self.environment = {
            "HOME": str(self.path), "PATH": "/usr/bin:/bin", "RAG_MODELS": os.environ.get("RAG_MODELS", ""),
            "RAG_INDEX": "an index.sqlite",
        }
        self.rag("index", "notes")

    def rag(self, *arguments, status=0):
        result = subprocess.run(
            [self.program, *arguments], cwd=self.path, env=self.environment, capture_output=True, text=True)
        check(result.returncode == status, f"rag {arguments}: {result.returncode} {result.stdout}{result.stderr}")
        return result.stdout, result.stderr


def written(home):
    """Writes a unit; returns its settings."""
    said = home.rag("serve", "--install", "--socket", "a socket", "--in", "home", "--tag", "haus", "--host-name", "x.y")
    check(said[0].strip().endswith("/.config/systemd/user/rag.service"), f"said {said[0]}")
    for command in ("systemctl --user daemon-reload", "systemctl --user enable --now rag"):
        check(f"\n  {command}\n" in said[1], f"{command} is not said: {said[1]}")
    text = home.unit.read_text("utf-8")
    check(not NEEDS_NAMESPACE.search(text) and not NEEDS_CAPABILITY.search(text), "a user's manager cannot do that")
    unit = settings(text)
    path = str(home.path)
    check(
        [word.replace("$$", "$") for word in words(unit["ExecStart"][0])] == [
            str(pathlib.Path(home.program).resolve()), "serve", "--index", f"{path}/an index.sqlite", "--socket",
            f"{path}/a socket", "--host-name", "x.y", "--in", f"{path}/notes/home", "--tag", "haus"],
        f"ExecStart={unit['ExecStart'][0]}")
    check(unit["KillMode"] == ["mixed"], "both processes would be told to stop")
    variables = [word for value in unit.get("Environment", []) for word in words(value)]
    models = home.environment["RAG_MODELS"]
    check(variables == ([f"RAG_MODELS={models}"] if models else []), f"the variables {variables}")
    analyze = shutil.which("systemd-analyze")
    if analyze:
        verified = subprocess.run(
            [analyze, "verify", "--user", "--man=no", str(home.unit)], capture_output=True, text=True,
            env={**home.environment, "XDG_RUNTIME_DIR": str(home.path)})
        about = [line for line in (verified.stdout + verified.stderr).splitlines() if "rag.service" in line]
        check(not about and verified.returncode == 0, f"systemd-analyze: {verified.returncode} {about}")


def started(home):
    """Starts a unit's command, asks it, and tells only its main process to stop."""
    home.rag("serve", "--install", "--port", "0", "--in", "home")
    unit = settings(home.unit.read_text("utf-8"))
    command = [word.replace("$$", "$") for word in words(unit["ExecStart"][0])]
    variables = dict(word.split("=", 1) for value in unit.get("Environment", []) for word in words(value))
    environment = {"HOME": str(home.path), "PATH": "/usr/bin:/bin", **variables}
    process = subprocess.Popen(
        command, env=environment, cwd=home.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: restrict(unit))
    try:
        line = process.stdout.readline()
        check(line.startswith("http://127.0.0.1:"), f"rag says {line!r}")
        token = home.rag("serve", "--token")[0].strip()
        found = []
        for query in ("stopcock", "bornholm"):
            request = urllib.request.Request(
                f"{line.strip()}search?q={query}", headers={"Authorization": f"Bearer {token}"})
            with NO_REDIRECT.open(request, timeout=60) as response:
                found += [passage["note"] for passage in json.load(response)["passages"]]
        check(any(name.startswith("home/house-manual.md") for name in found), f"found {found}")
        check(all(name.startswith("home/") for name in found), f"found {found}")
        process.send_signal(signal.SIGTERM)
        check(process.wait(60) == 0, f"it ended with {process.returncode}: {process.stderr.read()}")
    finally:
        process.kill()
        process.communicate()


def removed(home):
    """Replaces and removes the unit, and leaves alone what is not ours."""
    check("systemctl --user restart rag" in home.rag("serve", "--install")[1], "that it was replaced is not said")
    wanted = home.unit.parent / "default.target.wants"
    wanted.mkdir()
    (wanted / "rag.service").symlink_to(home.unit)
    home.rag("serve", "--uninstall")
    check(not home.unit.exists() and not os.path.lexists(wanted / "rag.service"), "something is left")
    check("there is no" in home.rag("serve", "--uninstall")[1], "that there is none is not said")
    home.unit.write_text("[Service]\nExecStart=/bin/true\n")
    for option in ("--install", "--uninstall"):
        check("was not written by" in home.rag("serve", option, status=2)[1], f"{option} takes another's unit")
    check(home.unit.read_text() == "[Service]\nExecStart=/bin/true\n", "another's unit was changed")
    home.unit.unlink()
    home.unit.symlink_to("/dev/null")
    for option in ("--install", "--uninstall"):
        home.rag("serve", option, status=2)
    check(os.readlink(home.unit) == "/dev/null", "a masked unit was changed")
    home.unit.unlink()
    home.rag("serve", "--install", "--in", "nowhere", status=2)
    home.rag("serve", "--install", "--token", status=64)
    check(not home.unit.exists(), "a unit was written that cannot work")


def watching(home):
    """Installs a unit that watches, starts its command, changes a note and removes the unit."""
    unit = home.unit.parent / "rag-watch.service"
    said = home.rag("watch", "--install", "notes/home")
    check("\n  systemctl --user enable --now rag-watch\n" in said[1], f"said {said[1]}")
    command = [word.replace("$$", "$") for word in words(settings(unit.read_text("utf-8"))["ExecStart"][0])]
    check(command[1:] == ["watch", "--index", f"{home.path}/an index.sqlite", f"{home.path}/notes/home"],
          f"ExecStart={command}")
    process = subprocess.Popen(
        command, env=home.environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: restrict(settings(unit.read_text("utf-8"))))
    try:
        while "following" not in (line := process.stderr.readline()):
            check(line, "it ended before it followed anything")
        (home.path / "notes/home/new.md").write_text("The canary is called Caruso.\n")
        line = process.stdout.readline()
        check("1 new or changed" in line, f"it says {line!r}")
        check("new.md" in home.rag("search", "--ranking", "keyword", "Caruso")[0], "the new note is not found")
        process.send_signal(signal.SIGTERM)
        check(process.wait(60) == 0, f"it ended with {process.returncode}: {process.stderr.read()}")
    finally:
        process.kill()
        process.communicate()
    home.rag("watch", "--uninstall")
    check(not unit.exists() and "there is no" in home.rag("watch", "--uninstall")[1], "the unit is left")


def main():
    program, notes = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder, program, notes)
        written(home)
        started(home)
        removed(home)
        watching(home)
    print("unit: written, checked, started under its restrictions, stopped and removed")


if __name__ == "__main__":
    main()
