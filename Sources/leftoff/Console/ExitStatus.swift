/// An exit code of the program, after BSD's sysexits(3).
///
/// A command that has already printed its message throws only the exit code.
enum ExitStatus: Int32, Error {
    /// Everything succeeded.
    case success = 0
    /// The command finished, but some items failed.
    case someFailed = 1
    /// Wrong usage (EX_USAGE).
    case usage = 64
    /// Malformed input (EX_DATAERR).
    case malformedInput = 65
    /// There is no such file, page or id (EX_NOINPUT).
    case notFound = 66
    /// A host or service is unavailable (EX_UNAVAILABLE).
    case unavailable = 69
    /// An output cannot be created (EX_CANTCREAT).
    case cannotCreate = 73
    /// An input or output error, or a full disk (EX_IOERR).
    case ioError = 74
    /// Refused: by policy or for lack of permission (EX_NOPERM).
    case refused = 77
}
