"""Two hashes that hashcat breaks."""

from ..common import Program, Suite


def list_programs(_):
    # MD5 and SHA-256 of "abc", found by going through all words of 3 letters.
    hashes = {
        "md5": ("0", "900150983cd24fb0d6963f7d28e17f72"),
        "sha256": ("1400", "ba7816bf8f01cfea414140de5dae2223"
                           "b00361a396177a9cb410ff61f20015ad")}
    # Two of one session cannot run at a time.
    return [Program(
        f"hashcat {name}",
        ["hashcat", "-D", "1", "-m", mode, "-a", "3", "--force", "--quiet",
         "--session", name, "--potfile-disable", digest, "?l?l?l"])
            for name, (mode, digest) in hashes.items()]


SUITE = Suite("hashcat", "two hashes are broken", "hashcat", list_programs)
