// Faults of the disk and of the clock, and crashes at a chosen operation, for any program that uses the C library:
//
//     clang -shared -fPIC -O1 -o shim.so FaultShim.c -ldl        LD_PRELOAD=shim.so FAULT_ROOT=/dir ... program
//
// FAULT_ROOT=DIR     only operations on paths below this directory are affected; without it, none are
// FAULT_KILL=N       the process kills itself (SIGKILL) at the Nth operation that changes a file or makes it durable;
//                    half of a write is done, any other operation not at all
// FAULT_KILL_SEND=N  the process kills itself (SIGKILL) when it writes to a socket, after N bytes of it are sent
// FAULT_ARM=FILE     FAULT_KILL and FAULT_KILL_SEND have no effect before this file exists
// FAULT_COUNT=FILE   each such operation appends a byte to this file, so that the size is the number of operations
// FAULT_LOG=FILE     each such operation appends a line with its name and its path to this file
// FAULT_FAIL=RULES   rules OPS:ERROR:PART[:BYTE], separated by ';'. OPS is a list like pwrite,write; ERROR a name like
//                    ENOSPC, or SHORT for writes of at most 1000 bytes; PART a part of the path; BYTE the file offset
//                    up to which writes succeed.
// FAULT_CLOCK=S      adds S seconds, which may be negative, to the time of day
// FAULT_UPTIME=S     adds S seconds to the time since the start of the system (CLOCK_BOOTTIME)
// FAULT_SLOW=N       divides CLOCK_MONOTONIC by N, so that its time passes N times slower
// FAULT_DRAG=N       divides CLOCK_BOOTTIME by N; only for programs that never wait until a time of this clock
// FAULT_CA=FILE      a file that is read instead of the system's certificate authorities
// FAULT_MEMORY=FILE  a file that is read instead of /proc/meminfo
// FAULT_LACK=NAME    a library that dlopen does not find
// FAULT_FULL=DIR     a directory in which statvfs reports no free space

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(result, name, ...)                                     \
    static result (*real)(__VA_ARGS__);                             \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static atomic_long operations;

static bool is_below_root(const char *path) {
    const char *root = getenv("FAULT_ROOT");
    if (!root) return false;
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// Stores the path of an open file; returns false if it is not a file or not below the root.
static bool path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return false;
    path[length] = 0;
    return is_below_root(path);
}

static bool path_at(int directory, const char *name, char *path) {
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
        return is_below_root(path);
    }
    char base[PATH_MAX];
    if (directory == AT_FDCWD) {
        if (!getcwd(base, sizeof base)) return false;
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
        ssize_t length = readlink(link, base, sizeof base - 1);
        if (length <= 0) return false;
        base[length] = 0;
    }
    if ((size_t)snprintf(path, PATH_MAX, "%.3000s/%.1000s", base, name) >= PATH_MAX) return false;
    return is_below_root(path);
}

static void append(const char *name, const char *bytes, size_t count) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    syscall(SYS_write, file, bytes, count);
    syscall(SYS_close, file);
}

static bool is_armed(void) {
    const char *file = getenv("FAULT_ARM");
    return !file || syscall(SYS_faccessat, AT_FDCWD, file, F_OK) == 0;
}

// Counts and logs an operation. Returns true if the process must be killed at this one.
static bool is_last(const char *operation, const char *path) {
    int saved = errno;
    const char *count = getenv("FAULT_COUNT"), *log = getenv("FAULT_LOG");
    if (count) append(count, ".", 1);
    if (log) {
        char line[PATH_MAX + 64];
        int length = snprintf(line, sizeof line, "%s %s\n", operation, path);
        append(log, line, (size_t)length);
    }
    const char *last = getenv("FAULT_KILL");
    bool result = last && is_armed() && atomic_fetch_add(&operations, 1) + 1 == atol(last);
    errno = saved;
    return result;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

// Sends the first bytes and kills the process if a file is a socket and the process must end at its first send.
static void die_while_sending(int file, const void *bytes, size_t count) {
    const char *sent = getenv("FAULT_KILL_SEND");
    struct stat status;
    if (!sent || !is_armed() || fstat(file, &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    size_t limit = (size_t)atol(sent);
    if (limit > 0) syscall(SYS_write, file, bytes, count < limit ? count : limit);
    die();
}

static int error_number(const char *name) {
    static const struct { const char *name; int number; } errors[] = {
        {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EROFS", EROFS}, {"EACCES", EACCES}, {"EDQUOT", EDQUOT}, {"SHORT", 0}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0) return errors[i].number;
    return EINVAL;
}

// Searches for a rule. Returns -1 if there is none, else the error number (0: short writes), and the rule's byte.
static int rule(const char *operation, const char *path, long long *byte) {
    const char *rules = getenv("FAULT_FAIL");
    if (!rules) return -1;
    char text[4096];
    snprintf(text, sizeof text, "%s", rules);
    char *save = NULL;
    for (char *one = strtok_r(text, ";", &save); one; one = strtok_r(NULL, ";", &save)) {
        char *inner = NULL;
        char *names = strtok_r(one, ":", &inner), *error = strtok_r(NULL, ":", &inner);
        char *part = strtok_r(NULL, ":", &inner), *place = strtok_r(NULL, ":", &inner);
        if (!names || !error || !part || !strstr(path, part)) continue;
        char *list = NULL;
        for (char *name = strtok_r(names, ",", &list); name; name = strtok_r(NULL, ",", &list)) {
            if (strcmp(name, operation) != 0) continue;
            *byte = place ? atoll(place) : 0;
            return error_number(error);
        }
    }
    return -1;
}

// Applies rules to an operation other than a write. Returns true if it fails, with errno set.
static bool fails(const char *operation, const char *path) {
    long long byte = 0;
    int number = rule(operation, path, &byte);
    if (number <= 0) return false;
    errno = number;
    return true;
}

// MARK: Writes

static ssize_t write_at(const char *operation, int file, const void *bytes, size_t count,
                        long long offset, bool is_at) {
    char path[PATH_MAX];
    long number = is_at ? SYS_pwrite64 : SYS_write;
    if (!path_of(file, path)) return is_at ? syscall(number, file, bytes, count, offset)
        : syscall(number, file, bytes, count);
    if (is_last(operation, path)) {
        if (is_at) syscall(number, file, bytes, count / 2, offset); else syscall(number, file, bytes, count / 2);
        die();
    }
    long long byte = 0;
    int error = rule(operation, path, &byte);
    long long place = is_at ? offset : (long long)lseek(file, 0, SEEK_CUR);
    if (error == 0 && count > 1000) count = 1000;
    if (error > 0 && place + (long long)count > byte) {
        // A disk that is filling up accepts the bytes that still fit.
        if (place >= byte) { errno = error; return -1; }
        count = (size_t)(byte - place);
    }
    return is_at ? syscall(number, file, bytes, count, offset) : syscall(number, file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
    die_while_sending(file, bytes, count);
    return write_at("write", file, bytes, count, 0, false);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return write_at("pwrite", file, bytes, count, offset, true);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return write_at("pwrite", file, bytes, count, offset, true);
}

// Writes the first piece only: a short write, after which callers continue.
ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
    return count > 0 ? pwrite(file, pieces[0].iov_base, pieces[0].iov_len, offset) : 0;
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
    char path[PATH_MAX];
    if (count > 0) die_while_sending(file, pieces[0].iov_base, pieces[0].iov_len);
    if (!path_of(file, path)) return syscall(SYS_writev, file, pieces, count);
    return count > 0 ? write(file, pieces[0].iov_base, pieces[0].iov_len) : 0;
}

// MARK: Reads, which change nothing and are not counted

ssize_t read(int file, void *bytes, size_t count) {
    char path[PATH_MAX];
    if (path_of(file, path) && fails("read", path)) return -1;
    return syscall(SYS_read, file, bytes, count);
}

// MARK: Operations on open files

#define ON_FILE(operation, file, call)                 \
    char path[PATH_MAX];                               \
    if (path_of(file, path)) {                         \
        if (is_last(operation, path)) die();           \
        if (fails(operation, path)) return -1;         \
    }                                                  \
    return (int)(call)

int fsync(int file) { ON_FILE("fsync", file, syscall(SYS_fsync, file)); }
int fdatasync(int file) { ON_FILE("fdatasync", file, syscall(SYS_fdatasync, file)); }
int syncfs(int file) { ON_FILE("syncfs", file, syscall(SYS_syncfs, file)); }
int ftruncate(int file, off_t size) { ON_FILE("ftruncate", file, syscall(SYS_ftruncate, file, size)); }
int ftruncate64(int file, off64_t size) { ON_FILE("ftruncate", file, syscall(SYS_ftruncate, file, size)); }
int sync_file_range(int file, off64_t offset, off64_t count, unsigned flags) {
    ON_FILE("sync_file_range", file, syscall(SYS_sync_file_range, file, offset, count, flags));
}
int fallocate(int file, int mode, off_t offset, off_t size) {
    ON_FILE("fallocate", file, syscall(SYS_fallocate, file, mode, offset, size));
}
int fallocate64(int file, int mode, off64_t offset, off64_t size) {
    ON_FILE("fallocate", file, syscall(SYS_fallocate, file, mode, offset, size));
}

// MARK: Operations on names

#define ON_NAME(operation, directory, name, call)      \
    char path[PATH_MAX];                               \
    if (path_at(directory, name, path)) {              \
        if (is_last(operation, path)) die();           \
        if (fails(operation, path)) return -1;         \
    }                                                  \
    return (int)(call)

int unlink(const char *name) { ON_NAME("unlink", AT_FDCWD, name, syscall(SYS_unlinkat, AT_FDCWD, name, 0)); }
int unlinkat(int directory, const char *name, int flags) {
    ON_NAME("unlink", directory, name, syscall(SYS_unlinkat, directory, name, flags));
}
int rename(const char *old, const char *new) {
    ON_NAME("rename", AT_FDCWD, new, syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0));
}
int renameat(int from, const char *old, int to, const char *new) {
    ON_NAME("rename", to, new, syscall(SYS_renameat2, from, old, to, new, 0));
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    ON_NAME("rename", to, new, syscall(SYS_renameat2, from, old, to, new, flags));
}
int linkat(int from, const char *old, int to, const char *new, int flags) {
    ON_NAME("link", to, new, syscall(SYS_linkat, from, old, to, new, flags));
}

static int open_at(int directory, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    if (path_at(directory, name, path)) {
        if ((flags & O_CREAT) && is_last("create", path)) die();
        if (fails(flags & O_CREAT ? "create" : "open", path)) return -1;
    }
    const char *authorities = getenv("FAULT_CA"), *memory = getenv("FAULT_MEMORY");
    if (authorities && strcmp(name, "/etc/ssl/certs/ca-certificates.crt") == 0) name = authorities;
    if (memory && strcmp(name, "/proc/meminfo") == 0) name = memory;
    return (int)syscall(SYS_openat, directory, name, flags, mode);
}

#define MODE(flags)                                             \
    mode_t mode = 0;                                            \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                      \
        va_list list;                                           \
        va_start(list, flags);                                  \
        mode = va_arg(list, mode_t);                            \
        va_end(list);                                           \
    }

int open(const char *name, int flags, ...) { MODE(flags) return open_at(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE(flags) return open_at(AT_FDCWD, name, flags | O_LARGEFILE, mode); }
int openat(int directory, const char *name, int flags, ...) { MODE(flags)
    return open_at(directory, name, flags, mode); }
int openat64(int directory, const char *name, int flags, ...) {
    MODE(flags) return open_at(directory, name, flags | O_LARGEFILE, mode);
}

static const char *authority(const char *name) {
    const char *authorities = getenv("FAULT_CA");
    return authorities && strcmp(name, "/etc/ssl/certs/ca-certificates.crt") == 0 ? authorities : name;
}

FILE *fopen(const char *name, const char *mode) {
    REAL(FILE *, "fopen", const char *, const char *);
    return real(authority(name), mode);
}

FILE *fopen64(const char *name, const char *mode) {
    REAL(FILE *, "fopen64", const char *, const char *);
    return real(authority(name), mode);
}

// MARK: The clock

static long seconds_of(const char *variable) {
    const char *seconds = getenv(variable);
    return seconds ? atol(seconds) : 0;
}

static long shift(void) { return seconds_of("FAULT_CLOCK"); }

static void divide(struct timespec *time, const char *variable) {
    const char *factor = getenv(variable);
    if (!factor) return;
    long long nanoseconds = (time->tv_sec * 1000000000LL + time->tv_nsec) / atol(factor);
    time->tv_sec = nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += shift();
    if (result == 0 && clock == CLOCK_BOOTTIME) {
        divide(time, "FAULT_DRAG");
        time->tv_sec += seconds_of("FAULT_UPTIME");
    }
    if (result == 0 && clock == CLOCK_MONOTONIC) divide(time, "FAULT_SLOW");
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int result = (int)syscall(SYS_gettimeofday, time, zone);
    if (result == 0) time->tv_sec += shift();
    return result;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

// MARK: The free space

int statvfs(const char *restrict path, struct statvfs *restrict status) {
    REAL(int, "statvfs", const char *, struct statvfs *);
    int result = real(path, status);
    const char *full = getenv("FAULT_FULL");
    if (result == 0 && full && strcmp(path, full) == 0) status->f_bavail = 0;
    return result;
}

// MARK: Libraries

void *dlopen(const char *file, int mode) {
    REAL(void *, "dlopen", const char *, int);
    const char *lacking = getenv("FAULT_LACK");
    char path[PATH_MAX];
    if (file && lacking && strcmp(file, lacking) == 0) {
        snprintf(path, sizeof path, "/nonexistent/%s", file);
        file = path;
    }
    return real(file, mode);
}
