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
    trap 'clean_up $?' EXIT
    LEFTOFF_TEST_WORK=$work unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@" &
    child=$!
    status=0
    wait "$child" || status=$?
    child=
    exit "$status"
}

# clean_up STATUS: ends the namespaces, removes what is left outside of them, and exits.
clean_up() {
    if [ -n "$child" ]; then
        kill "$child" 2>/dev/null || true
        wait "$child" || true
    fi
    local cgroup attempt
    cgroup=$(WORK=$work cgroup_directory)
    # The kernel ends the processes of the namespaces a moment later.
    for attempt in $(seq 50); do
        [ ! -d "$cgroup" ] || find "$cgroup" -depth -type d -exec rmdir {} + 2>/dev/null || true
        rm -rf "$work" 2>/dev/null || true
        if [ ! -e "$cgroup" ] && [ ! -e "$work" ]; then exit "$1"; fi
        sleep 0.1
    done
    say "could not remove $work or $cgroup after $attempt attempts"
    exit "$1"
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
    local namespaces=(--mount --pid)
    if [ "$1" = --alone ]; then namespaces+=(--net) && shift; fi
    local name=$1
    shift
    mkdir -p "$WORK/shared"
    unshare "${namespaces[@]}" --fork --kill-child \
        "$here/enter-root" "$WORK/$name" "$WORK/shared" "${ROOT_ARCHIVES:-}" run "$@"
}

# boot_root NAME PROGRAM: boots WORK/NAME with systemd, without a network, runs PROGRAM there as a service of root, and
# succeeds if it does. Users' services run as on any machine.
boot_root() {
    local name=$1 program=$2 cgroup
    cgroup=$(cgroup_directory)
    mkdir -p "$cgroup" || fail "systemd needs a cgroup of its own, and $cgroup cannot be created"
    cat >"$WORK/$name/etc/systemd/system/leftoff-test.service" <<UNIT
[Unit]
Wants=multi-user.target
After=multi-user.target
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=exec
ExecStart=$program
StandardOutput=file:/test/output
StandardError=file:/test/output
UNIT
    touch "$WORK/shared/output"
    (
        echo "$BASHPID" >"$cgroup/cgroup.procs"
        exec unshare --mount --pid --net --cgroup --uts --ipc --fork --kill-child \
            "$here/enter-root" "$WORK/$name" "$WORK/shared" "${ROOT_ARCHIVES:-}" boot \
            /lib/systemd/systemd --system --unit=leftoff-test.service --show-status=no
    ) >"$WORK/$name.boot.log" 2>&1 &
    local booted=$! status=0
    tail --follow --lines=+1 --pid="$booted" "$WORK/shared/output" >&2 &
    wait "$booted" || status=$?
    wait
    return "$status"
}

# The directory of the cgroup in which a root is booted.
cgroup_directory() { echo "$(findmnt --noheadings --types cgroup2 --output TARGET | head -n 1)/$(basename "$WORK")"; }

# as_reader COMMAND...: words of a command that runs COMMAND as the ordinary user; to be used after `in_root NAME`.
as_reader=(setpriv --reuid=reader --regid=reader --init-groups --reset-env env LANG=C.UTF-8)

# An option of apt for what is not measured: dpkg does not wait for the disk.
unsafe=(-o Dpkg::Options::=--force-unsafe-io)

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
