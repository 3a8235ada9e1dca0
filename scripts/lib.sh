# Shared by scripts/demo and scripts/test: from a bare Debian to a built tree.
# Sourced by bash; sets Top and Build, the folder that is built in: TASKLET_BUILD,
# or build/. Changes nothing else by itself.

set -euo pipefail
Top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
Build=${TASKLET_BUILD:-$Top/build}

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

say() { printf -- '-- %s\n' "$*"; }

# packagesOf SECTION...: the names that scripts/packages.txt lists there for this
# release. What is no Debian gets the names of the newest.
packagesOf() {
  local Release
  Release=$( (. /etc/os-release 2>/dev/null &&
    printf '%s' "${VERSION_CODENAME:-}") || true)
  [ "$Release" = bookworm ] || Release=trixie
  awk -v wanted=" $* " -v release="$Release" '
    { sub(/#.*/, "") }
    /^\[/ {
      gsub(/[][]/, "")
      on = index(wanted, " " $1 " ") > 0 && (NF == 1 || $2 == release)
      next
    }
    NF && on { print $1 }' "$Top/scripts/packages.txt"
}

# missingOf PACKAGE...: those of the packages that are not installed.
missingOf() {
  local Package
  for Package in "$@"; do
    case $(dpkg-query -W -f='${Status}' "$Package" 2>/dev/null || true) in
    *" installed"*) ;;
    *) printf '%s\n' "$Package" ;;
    esac
  done
}

systemName() {
  (. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-}") || true
}

# installPackages SECTION...: installs what scripts/packages.txt lists there.
installPackages() {
  local Wanted
  mapfile -t Wanted < <(packagesOf "$@")
  installNamed "${Wanted[@]}"
}

# installNamed PACKAGE...: installs what is missing; does not touch apt when
# nothing is.
installNamed() {
  local Wanted=("$@") Missing Unknown Log Package AsRoot=()
  command -v dpkg-query >/dev/null ||
    fail "this script installs Debian packages, and this system has no dpkg." \
      "Install what provides these, then build with CMake (see" \
      "CONTRIBUTING.md): ${Wanted[*]}"
  mapfile -t Missing < <(missingOf "${Wanted[@]}")
  [ ${#Missing[@]} -gt 0 ] || return 0

  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "needs root or sudo to install packages. Run as root:" \
        "apt-get install ${Missing[*]}"
    AsRoot=(sudo)
    # Without a terminal nobody could answer a question for a password.
    [ -t 0 ] || AsRoot=(sudo -n)
    "${AsRoot[@]}" true ||
      fail "sudo does not let this user install packages. Run as root:" \
        "apt-get install ${Missing[*]}"
  fi

  Log=$(mktemp)
  say "Installing ${#Missing[@]} packages: ${Missing[*]}"
  "${AsRoot[@]}" apt-get update -q >"$Log" 2>&1 || {
    tail -5 "$Log" >&2
    fail "apt-get update failed (whole output: $Log)"
  }
  Unknown=()
  for Package in "${Missing[@]}"; do
    [ -n "$(apt-cache show "$Package" 2>/dev/null)" ] || Unknown+=("$Package")
  done
  [ ${#Unknown[@]} -eq 0 ] ||
    fail "$(systemName) does not offer these packages: ${Unknown[*]}." \
      "Tasklet is built for Debian 12 (bookworm) with LLVM 15, and for" \
      "Debian 13 (trixie) with LLVM 19."
  "${AsRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
    --no-install-recommends -o DPkg::Lock::Timeout=300 "${Missing[@]}" \
    >"$Log" 2>&1 || {
    tail -5 "$Log" >&2
    fail "apt-get install failed (whole output: $Log)"
  }
  rm -f "$Log"
}

# debianMirror: the first one that apt knows, for debootstrap.
debianMirror() {
  local Mirror
  # Not every system has both kinds of files.
  Mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* || true; } \
    2>/dev/null | awk '
      $1 == "URIs:" || ($1 == "deb" && $2 ~ /^http/) {
        if (!found && $2 ~ "/debian/*$") found = $2
      }
      END { print found }')
  [ -n "$Mirror" ] || fail "no Debian mirror in /etc/apt/sources.list*"
  printf '%s' "$Mirror"
}

# How many compilers run at once: one per processor, but no more than there
# are GiB of memory, since files that include Clang take about one each.
jobCount() {
  local Processors Memory
  Processors=$(nproc)
  Memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
  if [ "${Memory:-$Processors}" -lt "$Processors" ]; then
    Processors=$Memory
  fi
  [ "$Processors" -ge 1 ] || Processors=1
  printf '%s' "$Processors"
}

# Options of CMake for builds in which nobody edits files, which services of
# continuous integration mark with CI: several files go into one unit, for half of
# the time. Elsewhere each file is compiled alone, so both are tried.
JointUnits=()
[ -z "${CI:-}" ] || JointUnits=(-DCMAKE_UNITY_BUILD=ON)

# configure OPTION...: runs CMake unless build/ is configured with these CMake
# options switched on. Ninja itself runs CMake again when its files change.
configure() {
  local Option Stale=
  [ -e "$Build/build.ninja" ] || Stale=yes
  for Option in "$@"; do
    grep -qs "^$Option:BOOL=ON$" "$Build/CMakeCache.txt" || Stale=yes
  done
  [ -n "$Stale" ] || return 0
  say "Configuring $Build"
  local Flags=()
  # A first configuration for less than everything leaves the rest out, so
  # that it asks for no package that is not installed.
  if [ ! -e "$Build/build.ninja" ]; then
    Flags+=(-DCMAKE_BUILD_TYPE=Release)
    # The clang that is needed anyway compiles this in half of GCC's time. CC and
    # CXX name another compiler.
    local Clang
    Clang=$(packagesOf build | sed -n 's/^clang-//p')
    if [ -z "${CC:-}${CXX:-}" ] && command -v "clang++-$Clang" >/dev/null; then
      Flags+=("-DCMAKE_C_COMPILER=clang-$Clang"
        "-DCMAKE_CXX_COMPILER=clang++-$Clang")
    fi
    Flags+=("${JointUnits[@]}")
    for Option in COMPILER RUNTIME SAMPLES USIMD TESTS BENCH; do
      Flags+=("-DTASKLET_BUILD_$Option=OFF")
    done
  fi
  for Option in "$@"; do Flags+=("-D$Option=ON"); done
  cmake -G Ninja -S "$Top" -B "$Build" "${Flags[@]}" ||
    fail "CMake could not configure $Build; its messages are above"
}

# build TARGET...
build() {
  say "Building"
  cmake --build "$Build" -j "$(jobCount)" --target "$@" ||
    fail "the build in $Build failed; the compiler's messages are above"
}

# binariesIn FOLDER: the programs and libraries there, not the scripts.
binariesIn() {
  find "$1" -type f \( -path '*/bin/*' -o -name '*.so*' \) -exec sh -c '
    for Each; do
      [ "$(head -c 4 "$Each" | tr -d "\177")" != ELF ] || printf "%s\n" "$Each"
    done' sh {} +
}

# newestOf NAME FILE...: the newest version, such as GLIBC_2.34, that these ask for
# of the library that names its versions so.
newestOf() {
  local Name=$1
  shift
  objdump -T "$@" 2>/dev/null | grep -o "${Name}_[0-9.]*[0-9]" | sort -uV |
    tail -1 || true
}

# makeEnvironment CACHE LIST WHAT SWITCH: lets pip install the packages of LIST into
# an environment of Python in CACHE/environment. WHAT they are, and what leaves
# them out, is for messages.
makeEnvironment() {
  local Cache=$1 Wanted=$2 What=$3 Switch=$4
  /usr/bin/python3 -c 'import ensurepip' 2>/dev/null || installPackages test
  say "Installing $What with pip into $Cache"
  rm -rf "$Cache/environment" "$Cache/complete"
  /usr/bin/python3 -m venv "$Cache/environment" >"$Cache/log" 2>&1 &&
    "$Cache/environment/bin/pip" install -r "$Wanted" >>"$Cache/log" 2>&1 || {
    tail -3 "$Cache/log" >&2
    fail "pip could not install $What (whole output: $Cache/log). It takes the" \
      "packages of $Wanted from the registry that pip is set up for; check the" \
      "network and 'pip config list'. $Switch=none leaves out what would need it"
  }
}
