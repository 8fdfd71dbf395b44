# Makes Debian roots and runs programs in them. Sourced by the tests of this directory.
#
# `in_own_namespace` runs a test once more in mount and process namespaces of its own. All mounts and processes of the
# test disappear with these namespaces, also after a failure or a signal. Outside there is only a temporary directory,
# and it contains no mounts, so that deleting it is safe.

packages_for_roots=(debootstrap iproute2 util-linux)

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "$(basename "$0"): $*"
    exit 1
}

# in_own_namespace ARGUMENTS...: returns only inside the namespaces, where WORK is the temporary directory.
in_own_namespace() {
    [ -z "${LEFTOFF_TEST_WORK:-}" ] || { WORK=$LEFTOFF_TEST_WORK && return; }
    [ "$(id -u)" = 0 ] || fail "must be run as root, because debootstrap and mounts need it"
    "$here/../../Tools/install-packages" "${packages_for_roots[@]}" "${packages_for_test[@]}" >&2
    work=$(mktemp -d --tmpdir leftoff-roots.XXXXXX)
    child=
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    trap 'status=$?; [ -z "$child" ] || { kill "$child" 2>/dev/null || true; wait "$child" || true; }; rm -rf "$work"; exit $status' EXIT
    LEFTOFF_TEST_WORK=$work unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@" &
    child=$!
    status=0
    wait "$child" || status=$?
    child=
    exit "$status"
}

# mirror LABEL: the mirror from which apt on this machine gets the packages that have the label.
mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' "Label: $1" | sort -u | head -n 1
}

# make_base SUITE: makes a minimal Debian in WORK/SUITE.
make_base() {
    local archives=${ARCHIVES:+$ARCHIVES/debootstrap} mirror security
    mirror=$(mirror Debian)
    security=$(mirror Debian-Security)
    [ -z "$archives" ] || mkdir -p "$archives"
    say "making a root of $1"
    debootstrap --variant=minbase ${archives:+--cache-dir="$archives"} "$1" "$WORK/$1" "$mirror" >"$WORK/$1.log" 2>&1 ||
        { tail -n 20 "$WORK/$1.log" >&2 && fail "debootstrap cannot make a root of $1"; }
    # Browsers are updated through the security mirror.
    [ -z "$security" ] || say_source "$security" "$1-security" >>"$WORK/$1/etc/apt/sources.list"
    say_source "$mirror" "$1-updates" >>"$WORK/$1/etc/apt/sources.list"
    chroot "$WORK/$1" useradd --create-home --shell /bin/bash reader
}

say_source() { printf 'deb %s %s main\n' "$1" "$2"; }

# make_layer NAME LOWER...: makes WORK/NAME, a copy on write of the given layers of WORK, the topmost first.
make_layer() {
    local name=$1 below="" layer
    shift
    for layer in "$@"; do
        if [ -d "$WORK/$layer.changes" ]; then layer=$layer.changes; fi
        below+=${below:+:}$WORK/$layer
    done
    mkdir -p "$WORK/$name" "$WORK/$name.changes" "$WORK/$name.work"
    mount -t overlay overlay \
        -o "lowerdir=$below,upperdir=$WORK/$name.changes,workdir=$WORK/$name.work" "$WORK/$name"
}

# in_root [--alone] NAME COMMAND...: runs a command as root in WORK/NAME. With --alone, the root's network is only a
# loopback interface of its own. /test is a directory that the root shares with the machine.
in_root() {
    local network=()
    if [ "$1" = --alone ]; then network=(--net) && shift; fi
    local root=$WORK/$1
    shift
    mkdir -p "$WORK/shared"
    unshare --mount --pid --fork --kill-child "${network[@]}" bash -euc '
        root=$0
        shared=$1
        archives=$2
        shift 2
        mount --make-rprivate /
        ip link set lo up
        mount --rbind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount --rbind /sys "$root/sys"
        mount -t tmpfs -o mode=755 devices "$root/dev"
        mkdir "$root/dev/pts" "$root/dev/shm"
        for device in null zero full random urandom tty; do
            touch "$root/dev/$device"
            mount --bind "/dev/$device" "$root/dev/$device"
        done
        mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$root/dev/pts"
        ln -s pts/ptmx "$root/dev/ptmx"
        mount -t tmpfs -o mode=1777 memory "$root/dev/shm"
        ln -s /proc/self/fd "$root/dev/fd"
        for number in 0 1 2; do ln -s "fd/$number" "$root/dev/$(printf "stdin stdout stderr" | cut -d" " -f$((number + 1)))"; done
        mkdir -p "$root/test" "$root/var/cache/apt/archives"
        mount --bind "$shared" "$root/test"
        if [ -n "$archives" ]; then mount --bind "$archives" "$root/var/cache/apt/archives"; fi
        cat /etc/resolv.conf >"$root/etc/resolv.conf"
        # Chromium needs user namespaces, which Linux refuses to programs in a plain chroot.
        cd "$root"
        pivot_root . .
        umount -l .
        cd /
        exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive "$@"
    ' "$root" "$WORK/shared" "${ROOT_ARCHIVES:-}" "$@"
}

# as_reader COMMAND...: words of a command that runs COMMAND as the ordinary user; to be used after `in_root NAME`.
as_reader=(setpriv --reuid=reader --regid=reader --init-groups --reset-env env LANG=C.UTF-8)

# install_in NAME PACKAGE...: downloads packages and their dependencies, and installs them. Prints the seconds that the
# installation took without the download.
install_in() {
    local name=$1
    shift
    # apt otherwise deletes what it has installed.
    local install=(apt install --yes --quiet=2 -o APT::Keep-Downloaded-Packages=true)
    in_root "$name" "${install[@]}" --download-only "$@" >"$WORK/$name.log" 2>&1 || show_log "$name"
    local began
    began=$(date +%s.%N)
    in_root "$name" "${install[@]}" "$@" >>"$WORK/$name.log" 2>&1 || show_log "$name"
    seconds_since "$began"
}

show_log() {
    tail -n 30 "$WORK/$1.log" >&2
    fail "a command failed in the root $1"
}

seconds_since() { awk "BEGIN { printf \"%.1f\", $(date +%s.%N) - $1 }"; }
