#!/bin/bash
# The tarball of a build, used on a Debian 13 without a compiler that fits.
#
#   tarball.sh BUILD PROGRAM
#
# PROGRAM runs a kernel and knows nothing of Tasklet. What Debian 13 lacks is
# known; a status of 77 says that there is none (scripts/in-debian13).
set -euo pipefail
Top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
Build=$1
Program=$2
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT

# As ctest does: what this prints is no program's output.
"$Top/scripts/in-debian13" --setup >&2 || exit $?
TASKLET_BUILD=$Build "$Top/scripts/tarball" --build "$Build" "$Work" >/dev/null
tar -C "$Work" -xzf "$Work"/tasklet-*-linux-*.tar.gz
Tree=$(echo "$Work"/tasklet-*-linux-*[!z])
cat "$Tree/NEEDS"
# What the system has, on which it is built, all newer systems have.
Needed=$(sed -n 's/^\* GLIBC_\([0-9.]*\) or newer$/\1/p' "$Tree/NEEDS")
Here=$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)
[ -n "$Needed" ] &&
  [ "$(printf '%s\n' "$Needed" "$Here" | sort -V | tail -1)" = "$Here" ]

cat >"$Work/k.cl" <<'END'
__task int fib(int n) {
  if (n < 2) return n;
  int a <- fib(n - 1), b <- fib(n - 2);
  force (a, b) { return a + b; }
}
__kernel void k(__global int *out, int n) { *out <- fib(n + 19); }
END
printf 'export task f(n: int): int { return n + 1; }\n' >"$Work/p.kite"

# check TEXT COMMAND...: the command prints the text, in Debian 13 with nothing of
# the build in reach.
check() {
  local Expected=$1 Got
  shift
  Got=$("$Top/scripts/in-debian13" env -u TASKLET_COMPILER PATH=/usr/bin:/bin \
    TASKLET_CACHE_DIR="$Work/cache" TASKLET_WORKERS=2 "$@") || exit $?
  [ "$Got" = "$Expected" ] || {
    printf '%s\nprinted\n%s\nand not\n%s\n' "$*" "$Got" "$Expected" >&2
    exit 1
  }
}
check 42 "$Tree/bin/kite" run "$Work/p.kite" f 41
check 6765 env OPENCL_LAYERS="$Tree/lib/libtasklet-layer.so" "$Program" \
  "$Work/k.cl" k 1
check 6765 env LD_PRELOAD="$Tree/lib/libtasklet.so" "$Program" "$Work/k.cl" k 1
check "$(printf '\x03\x02\x23\x07')" sh -c \
  "'$Tree/bin/taskletc' --emit=spirv '$Work/k.cl' -o - | head -c 4"
# PoCL brings a clang of its own version, which taskletc does not look for.
check "" sh -c "ls /usr/bin/clang /usr/bin/clang-1[5-79] 2>/dev/null || true"
