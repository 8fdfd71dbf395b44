#!/bin/sh
# Installs Leftoff below a directory, PREFIX, and removes it again.
#
#   install.sh [PREFIX]               installs to PREFIX (default: ~/.local)
#   install.sh --uninstall [PREFIX]   removes what was installed there; never your places, queue and settings
#   install.sh --stage DIR PREFIX     for packagers: only copies the files for PREFIX to DIR/PREFIX
#
# The files are in `tree` beside this script. PREFIX/lib/leftoff/installed-files lists what was installed.
# PREFIX/share/leftoff is not used: with the default PREFIX, it is the private directory of the user's data.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tree=$here/tree
record=lib/leftoff/installed-files

say() { printf '%s\n' "$*"; }
fail() {
    status=$1
    shift
    printf 'install.sh: %s\n' "$*" >&2
    exit "$status"
}
usage() { fail 64 "usage: install.sh [--uninstall] [PREFIX], or install.sh --stage DIR PREFIX"; }

# Prints a path as it is written in a unit file, in the Exec key of a desktop entry, or in a shell script.
unit_word() {
    case $1 in
    # systemd accepts these characters in arguments, but not in the path of the program.
    *[\\\"\']*) printf '/usr/bin/env ' && printf '%s' "$1" | sed 's/[\\"]/\\&/g; s/%/%%/g; s/\$/$$/g; s/.*/"&"/' ;;
    *) printf '%s' "$1" | sed 's/%/%%/g; s/.*/"&"/' ;;
    esac
}
# The key is a string, in which a backslash is written twice, and its value is split and unquoted after that.
exec_word() { printf '%s' "$1" | sed 's/[\\"`$]/\\&/g; s/\\/\\\\/g; s/%/%%/g; s/.*/"&"/'; }
shell_word() { printf '%s' "$1" | sed "s/'/'\\\\''/g; s/.*/'&'/"; }

# Prints the binary's path as it is written in a file of the tree.
binary_word() {
    case $prefix in
    *[!A-Za-z0-9/._+-]*) ;;
    *) printf '%s' "$prefix/bin/leftoff" && return ;;
    esac
    case $1 in
    *.service.in) unit_word "$prefix/bin/leftoff" ;;
    *.desktop.in) exec_word "$prefix/bin/leftoff" ;;
    *) shell_word "$prefix/bin/leftoff" ;;
    esac
}

# Prints a file of the tree with the binary's path in place of @PREFIX@/bin/leftoff.
filled_in() {
    word=$(binary_word "$1") awk '
        {
            line = $0
            while ((at = index(line, "@PREFIX@/bin/leftoff")) > 0) {
                printf "%s%s", substr(line, 1, at - 1), ENVIRON["word"]
                line = substr(line, at + length("@PREFIX@/bin/leftoff"))
            }
            print line
        }' "$1"
}

# Creates a directory and those above it, and prints the new ones as lines of the record, outermost first.
make_directory() {
    [ ! -d "$root/$1" ] || return 0
    case $1 in */*) make_directory "${1%/*}" ;; esac
    mkdir "$root/$1"
    say "$1/"
}

# Copies the tree, and prints the path of each file, of each temporary copy (.new) and of each new directory, relative to
# the prefix.
copy_tree() (
    cd "$tree"
    find . -type f | LC_ALL=C sort | while read -r path; do
        path=${path#./}
        target=${path%.in}
        case $target in */*) make_directory "${target%/*}" ;; esac
        say "$target.new"
        # A new file replaces the old one, so that a running program keeps the file that it was started from.
        case $path in
        *.in) filled_in "$path" >"$root/$target.new" ;;
        *) cp "$path" "$root/$target.new" ;;
        esac
        mode=0644
        [ ! -x "$path" ] || mode=0755
        chmod "$mode" "$root/$target.new"
        mv -f "$root/$target.new" "$root/$target"
        say "$target"
    done
)

# Removes what is in a record and not in another one: files, and the directories that are empty then.
remove_recorded() {
    LC_ALL=C sort -r "$1" | while read -r path; do
        ! grep -qxF -e "$path" "$2" || continue
        case $path in
        */) rmdir "$root/$path" 2>/dev/null || true ;;
        *) rm -f "$root/$path" ;;
        esac
    done
}

# Writes the record of what was copied.
write_record() {
    grep -v '\.new$' "$new" | LC_ALL=C sort -u >"$root/$record.new" && mv -f "$root/$record.new" "$root/$record"
}

# Records an installation that did not end, so that --uninstall removes it too.
record_part() {
    # First the part of a copy, because the disk may be full of it.
    grep '\.new$' "$new" | while read -r path; do rm -f "$root/$path" || true; done
    [ ! -f "$root/$record" ] || cat "$root/$record" >>"$new" || true
    write_record 2>/dev/null || true
    rm -f "$new"
}

# Succeeds if the user's systemd runs leftoff.service from this prefix.
owns_unit() {
    command -v systemctl >/dev/null 2>&1 || return 1
    unit=$(systemctl --user show --property FragmentPath --value leftoff.service 2>/dev/null) || return 1
    [ "$unit" = "$prefix/share/systemd/user/leftoff.service" ]
}

check_machine() {
    built_for=$(cat "$here/machine")
    machine=$(uname -m)
    [ "$machine" = "$built_for" ] || fail 69 "this is a build for $built_for machines, and this one is $machine"
    version=$(getconf GNU_LIBC_VERSION 2>/dev/null) || version=
    version=${version#glibc }
    [ -n "$version" ] || fail 69 "Leftoff needs the GNU C library (glibc) 2.36 or newer, and this system has another one"
    major=${version%%.*}
    minor=${version#*.}
    minor=${minor%%[!0-9]*}
    if [ "$major" -lt 2 ] || { [ "$major" = 2 ] && [ "$minor" -lt 36 ]; }; then
        fail 69 "Leftoff needs glibc 2.36 or newer, and this system has glibc $version"
    fi
    missing=$(LC_ALL=C ldd "$tree/bin/leftoff" 2>&1 | sed -n 's/ => not found.*//p; s/.*: version .\(.*\). not found.*/\1/p' |
        LC_ALL=C sort -u)
    [ -z "$missing" ] || fail 69 "Leftoff cannot start without these libraries, so install them first:
$(say "$missing" | sed 's/^[[:space:]]*/  /')"
}

# Prints a line for each library that is loaded at first use and is missing.
check_optional_libraries() {
    while read -r library purpose; do
        error=$(LC_ALL=C LD_PRELOAD=$library "$tree/bin/leftoff" --version 2>&1) || true
        case $error in
        *"'$library'"*) say "Missing: $library, which Leftoff needs to $purpose." ;;
        esac
    done <<'LIBRARIES'
libcurl.so.4 fetch pages and download files
libcrypto.so.3 verify checksums of downloads
libxml2.so.2 read XML (feeds, sitemaps, Metalink) and evaluate XPath
libidn2.so.0 read addresses with international domain names
libpsl.so.5 find the registrable domain of a host
libpq.so.5 share a queue on PostgreSQL
libbrotlidec.so.1 read responses that are compressed with Brotli
LIBRARIES
}

advise() {
    say "Installed leftoff in $prefix/bin."
    case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) say "Add $prefix/bin to PATH." ;;
    esac
    extension=$prefix/lib/leftoff/extension
    say "The extension is in $extension."
    say "- Chromium and Chrome: open chrome://extensions, turn on Developer mode, choose Load unpacked and that directory."
    say "- Firefox keeps an unsigned extension only if it is installed for the whole system (Debian's package"
    say "  webext-leftoff does that). Until the next restart: about:debugging, This Firefox, Load Temporary Add-on,"
    say "  and its manifest.json."
    say "Then \`leftoff page\` opens your places."
}

install_all() {
    check_machine
    # What is not in the user's own directory is for all users.
    case $prefix/ in "${HOME:-/root}"/*) ;; *) umask 022 ;; esac
    mkdir -p "$prefix" 2>/dev/null || fail 73 "cannot create $prefix"
    new=$(mktemp)
    trap record_part EXIT
    # First, because nothing may be installed that cannot be recorded.
    make_directory "${record%/*}" >"$new"
    say "$record" >>"$new"
    copy_tree >>"$new"
    if [ -f "$root/$record" ]; then
        remove_recorded "$root/$record" "$new"
        # The directories that an earlier installation created are not new any more, but are still to be removed.
        grep '/$' "$root/$record" | while read -r path; do [ ! -d "$root/$path" ] || say "$path"; done >>"$new"
    fi
    write_record
    trap 'rm -f "$new"' EXIT
    check_optional_libraries
    result=0
    case $prefix/ in
    "${HOME:-/root}"/*) "$prefix/bin/leftoff" native-host install --quiet || result=$? ;;
    *) say "Each user runs this once, so that browsers find Leftoff: leftoff native-host install" ;;
    esac
    if command -v systemctl >/dev/null 2>&1 && systemctl --user daemon-reload 2>/dev/null && owns_unit; then
        systemctl --user try-restart leftoff.service || say "To restart the service: systemctl --user restart leftoff"
    fi
    advise
    return "$result"
}

uninstall() {
    [ -f "$root/$record" ] || fail 66 "nothing was installed in $prefix by this script"
    if owns_unit; then systemctl --user disable --now leftoff.service 2>/dev/null || true; fi
    case $prefix/ in
    "${HOME:-/root}"/*)
        # A binary that does not start any more is removed all the same.
        if [ -x "$prefix/bin/leftoff" ] && ! "$prefix/bin/leftoff" native-host uninstall --quiet; then
            say "Browsers still have manifests that name Leftoff."
        fi
        ;;
    esac
    old=$(mktemp)
    trap 'rm -f "$old"' EXIT
    cat "$root/$record" >"$old"
    remove_recorded "$old" /dev/null
    say "Removed Leftoff from $prefix. Your places, queue and settings are still in your data directory."
}

# Not every shell runs the trap of EXIT after a signal.
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mode=install
case ${1-} in
--uninstall | --stage)
    mode=${1#--}
    shift
    ;;
-*) usage ;;
esac
stage=
if [ "$mode" = stage ]; then
    [ $# = 2 ] || usage
    stage=$1
    shift
fi
[ $# -le 1 ] || usage
prefix=${1-${HOME:?}/.local}
[ -n "$prefix" ] || usage
case $prefix in
*'
'*) fail 64 "a path with a line break is not supported" ;;
/*) ;;
*) prefix=$PWD/$prefix ;;
esac
while [ "$prefix" != "${prefix%/}" ]; do prefix=${prefix%/}; done
root=$stage$prefix

case $mode in
install) install_all ;;
uninstall) uninstall ;;
stage)
    mkdir -p "$root"
    copy_tree >/dev/null
    ;;
esac
