// The parent of this process as a descriptor. Glibc's syscall() is variadic, so Swift cannot call it.
#ifndef CPARENTPROCESS_H
#define CPARENTPROCESS_H

/// Returns a descriptor that becomes readable when the parent process ends (pidfd_open(2)), or -1 if the system has
/// none or the parent has already ended.
int leftoff_open_parent(void);

#endif
