"""A PostgreSQL server in a temporary folder, which may be killed, and a database in it."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

NOBODY = 65534
# Not waiting for the disk: what is written survives the end of a process, not that of the machine.
SETTINGS = {"fsync": "off", "shared_buffers": "32MB", "max_connections": "40", "listen_addresses": "",
            "log_min_messages": "log", "restart_after_crash": "on"}


class Lost(Exception):
    """The server did not answer."""


class Server:
    DATABASE, ROLE = "notes", "ann"

    def __init__(self, folder, programs):
        self.folder, self.process = folder, None
        os.makedirs(folder)
        # A server refuses to run as root.
        self.options = {"cwd": "/"}
        if os.geteuid() == 0:
            self.options |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(folder, NOBODY, NOBODY)
        self.programs = self.readable(programs)
        self.address = f"postgres://{self.ROLE}@/{self.DATABASE}?host={folder}"
        self.run("initdb", "-D", folder + "/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                 "--no-sync")
        self.start()
        self.sql(f"CREATE ROLE {self.ROLE} LOGIN", "postgres")
        self.sql(f"CREATE DATABASE {self.DATABASE} OWNER {self.ROLE}", "postgres")
        self.sql("CREATE EXTENSION vector")

    def readable(self, programs):
        """The programs, or a copy of them if the server's user cannot read them where they are."""
        found = subprocess.run(["test", "-x", programs + "/postgres"], **self.options)
        if found.returncode == 0:
            return programs
        real = pathlib.Path(programs)
        root = real.parent
        shutil.copytree(root, self.folder + "/programs", symlinks=True)
        os.chmod(self.folder + "/programs", 0o755)
        return f"{self.folder}/programs/{real.name}"

    def command(self, program, *arguments):
        return [f"{self.programs}/{program}", *arguments]

    def run(self, program, *arguments):
        done = subprocess.run(self.command(program, *arguments), capture_output=True, text=True, **self.options)
        if done.returncode != 0:
            raise Lost(f"{program}: {done.stderr}")
        return done.stdout.strip()

    def client(self, database=None):
        return ["-h", self.folder, "-U", "postgres", "-d", database or self.DATABASE, "-XAtq", "-v", "ON_ERROR_STOP=1"]

    def sql(self, text, database=None):
        """Runs one statement as the superuser, and returns its values, a row on a line."""
        return self.run("psql", *self.client(database), "-c", text)

    # MARK: its life

    @property
    def log(self):
        return self.folder + "/log"

    def start(self):
        settings = {**SETTINGS, "unix_socket_directories": self.folder}
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        # After a crash, the processes of the old server need a moment to notice.
        for _ in range(200):
            with open(self.log, "ab") as log:
                self.process = subprocess.Popen(
                    self.command("postgres", "-D", self.folder + "/data", *arguments), stdin=subprocess.DEVNULL,
                    stdout=log, stderr=log, **self.options)
            while self.process.poll() is None:
                if self.answers():
                    return
                time.sleep(0.02)
            time.sleep(0.1)
        raise Lost("the server does not start again:\n" + pathlib.Path(self.log).read_text()[-2000:])

    def answers(self):
        return subprocess.run(self.command("pg_isready", "-q", "-h", self.folder), **self.options).returncode == 0

    def end(self, how):
        """Ends the server: SIGKILL is a crash, SIGQUIT an immediate stop."""
        self.process.send_signal(how)
        self.process.wait()

    def kill_backend(self, chance):
        """Kills a process that serves a client of the database, and waits until the server has recovered. Returns
        whether there was one: it may have ended by itself just before."""
        served = self.sql(f"SELECT pid FROM pg_stat_activity WHERE usename = '{self.ROLE}'").split()
        if not served:
            return False
        before = os.stat(self.log).st_size
        try:
            os.kill(int(chance.choice(served)), signal.SIGKILL)
        except ProcessLookupError:
            return False
        # The server ends all sessions, and recovers.
        begin = time.monotonic()
        while time.monotonic() < begin + 60:
            with open(self.log, "rb") as log:
                log.seek(before)
                text = log.read()
            if b"database system is ready" in text and self.answers():
                return True
            if time.monotonic() > begin + 10 and b"terminated by signal 9" not in text and self.answers():
                return False
            time.sleep(0.02)
        raise Lost("the server does not recover:\n" + pathlib.Path(self.log).read_text()[-2000:])

    def close(self):
        if self.process and self.process.poll() is None:
            self.end(signal.SIGQUIT)


class Session:
    """A session that is used for one statement after the other, and made again when it is lost."""

    def __init__(self, server):
        self.server, self.process = server, None

    def value(self, statement):
        """The value of a statement that returns one, in one line; raises Lost if there is no answer."""
        if self.process is None:
            self.process = subprocess.Popen(
                self.server.command("psql", *self.server.client()), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, **self.server.options)
        try:
            self.process.stdin.write(" ".join(statement.split()) + ";\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            line = ""
        if line:
            return line.rstrip("\n")
        self.close()
        raise Lost("no answer")

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None
