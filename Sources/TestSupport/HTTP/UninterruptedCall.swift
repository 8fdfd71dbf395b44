import Foundation

/// Makes a system call again for as long as a signal interrupts it.
///
/// With SO_RCVTIMEO or SO_SNDTIMEO a socket's calls end with EINTR also where the handler says SA_RESTART (signal(7)).
///
/// - Parameter call: The call; negative where it fails, with the reason in errno.
/// - Returns: What the call gave.
package func uninterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        guard result < 0, errno == EINTR else { return result }
    }
}
