// Keeps the numbers of the three standard streams from being given to files.
//
// It runs before `main`: an asynchronous main makes the runtime open descriptors of its own. The first of them would
// get the number of a stream that the caller has closed, and output for that stream would be written to it.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void occupy_standard_descriptors(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
        // `open` returns the lowest free number, which is this one; the access mode makes its use an error.
        (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}
