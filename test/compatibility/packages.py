"""The packages that suites need, from scripts/packages-compatibility.txt."""

import os
import shutil
import subprocess

from .common import ROOT, Failure, checked


def packages_of(suite):
    section, names = None, []
    for line in (ROOT / "scripts" / "packages-compatibility.txt").open():
        line = line.partition("#")[0].strip()
        if line.startswith("["):
            section = line.strip("[]")
        elif line and section == suite.name:
            names.append(line)
    return names


def version_of(package):
    found = subprocess.run(
        ["dpkg-query", "-W", "-f=${db:Status-Status} ${Version}", package],
        capture_output=True, text=True)
    status, _, version = found.stdout.partition(" ")
    return version if status == "installed" else None


def install(packages):
    missing = [p for p in packages if not version_of(p)]
    if not missing:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends"] + missing
    if os.geteuid() != 0:
        if not shutil.which("sudo") or subprocess.run(
                ["sudo", "-n", "true"], stderr=subprocess.DEVNULL).returncode:
            raise Failure("packages are missing. Run as root:\n  "
                          + " ".join(command))
        command = ["sudo", "-n"] + command
    print("-- Installing", *missing, flush=True)
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    checked(command)
