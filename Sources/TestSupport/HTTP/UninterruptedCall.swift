import Foundation

/// Repeats a system call for as long as signals interrupt it.
///
/// With SO_RCVTIMEO or SO_SNDTIMEO, calls on a socket fail with EINTR even if the signal handler has SA_RESTART
/// (signal(7)).
///
/// - Parameter call: The call, which returns a negative number and sets errno if it fails.
/// - Returns: The result of the first call that was not interrupted.
package func uninterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        guard result < 0, errno == EINTR else { return result }
    }
}
