#!/usr/bin/env bash
# Installs the Debian packages that building, testing and training need. Does nothing, and needs no network, when all are
# there. Other systems: install the same libraries by their own names.
set -euo pipefail

needed=(
  g++ cmake ninja-build pkg-config git
  libtorch-dev libopenblas-dev libopenblas0-pthread libeigen3-dev libtbb-dev
  libcli11-dev nlohmann-json3-dev libfmt-dev libsqlite3-dev libxxhash-dev librandom123-dev libssl-dev catch2
)
wanted=(gnubg gnubg-data) # an opponent to measure against; all works without

missing() {
  local package
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) == ii* ]] || echo "$package"
  done
}

as_root() {
  if [[ $EUID == 0 ]]; then "$@"; else sudo "$@"; fi
}

# apt_get OPTION.. COMMAND..: quiet unless it fails.
apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >"$log" 2>&1
}

if ! command -v apt-get >/dev/null; then
  echo "No apt-get here. This project needs: ${needed[*]}" >&2
  exit 0
fi

mapfile -t install < <(missing "${needed[@]}")
mapfile -t extras < <(missing "${wanted[@]}")
if [[ ${#install[@]} == 0 && ${#extras[@]} == 0 ]]; then exit 0; fi
if [[ $EUID != 0 ]] && ! command -v sudo >/dev/null; then
  if [[ ${#install[@]} == 0 ]]; then exit 0; fi
  echo "Without root or sudo, please install: ${install[*]}" >&2
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if [[ ${#install[@]} != 0 ]]; then
  echo "Installing ${install[*]} (a few minutes) .."
  patient=(-o Acquire::Retries=3 -o Acquire::http::Timeout=60)
  apt_get "${patient[@]}" update || cat "$log" >&2
  apt_get "${patient[@]}" install --no-install-recommends "${install[@]}" || {
    cat "$log" >&2
    exit 1
  }
fi
if [[ ${#extras[@]} != 0 ]]; then
  echo "Installing ${extras[*]} .."
  hurried=(-o Acquire::Retries=0 -o Acquire::http::Timeout=10)
  apt_get "${hurried[@]}" install --no-install-recommends "${extras[@]}" ||
    { apt_get "${hurried[@]}" update && apt_get "${hurried[@]}" install --no-install-recommends "${extras[@]}"; } ||
    echo "Not to be had now: matches against GNU Backgammon are left out."
fi
