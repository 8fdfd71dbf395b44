#!/usr/bin/env bash
# Installs the tarball twice (an upgrade), removes it, and checks that places survive and that no file is left.
set -euo pipefail

# A home directory of its own, so that the script harms nobody who runs it elsewhere.
HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT
cd
tar -xf /test/leftoff.tar.gz
script=$(echo ./leftoff-*/install.sh)
prefix=$HOME/.local
"$script" "$prefix" >first.txt
find "$prefix" -type f | LC_ALL=C sort >files.txt
id=$("$prefix/bin/leftoff" capture /test/inside/place.json)
"$script" "$prefix" >second.txt
"$prefix/bin/leftoff" show "$id" >/dev/null
[ "$(stat -c %a "$prefix/share/leftoff")" = 700 ] || { echo "the data directory is not private" >&2 && exit 1; }
find "$prefix" -type f -not -path "*/share/leftoff/leftoff.sqlite*" | LC_ALL=C sort | diff files.txt - ||
    { echo "the second installation left other files than the first" >&2 && exit 1; }
before=$(sha256sum "$prefix/share/leftoff/leftoff.sqlite")
"$script" --uninstall "$prefix" >third.txt
left=$(find "$prefix" ~/.config ~/.mozilla -type f -not -path "*/share/leftoff/leftoff.sqlite*" 2>/dev/null || true)
[ -z "$left" ] || { printf 'the removal left: %s\n' "$left" >&2 && exit 1; }
[ "$before" = "$(sha256sum "$prefix/share/leftoff/leftoff.sqlite")" ] ||
    { echo "the removal changed the places" >&2 && exit 1; }
echo "  tarball: installed twice and removed; the places are unchanged, and nothing else is left" >&2
