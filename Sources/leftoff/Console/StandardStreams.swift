import Glibc
import Syntax

/// The standard streams of the process.
///
/// If the caller has closed one of them, `CPlatform` has opened /dev/null in its place, before another file could get
/// its number.
enum StandardDescriptors {
    /// Replaces the standard streams with the null device, and leaves the current directory.
    ///
    /// A program in the background then holds up no terminal, no pipe and no file system.
    static func detach() {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return }
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(null, stream) }
        if null > STDERR_FILENO { close(null) }
        _ = chdir("/")
    }

    /// True if standard output is a terminal.
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// True if standard input is a terminal.
    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// True if standard error is a terminal.
    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Standard error, to which all messages are written.
enum StandardError {
    /// Writes a line in a single system call, so that lines of several processes are not mixed.
    ///
    /// Characters that a terminal obeys or hides are replaced, also in a pipe, because messages end up in log files.
    /// Failures are ignored.
    ///
    /// - Parameter line: The text without its line break.
    static func writeLine(_ line: String) { write(VisibleText.line(line) + "\n") }

    /// Writes text of Leftoff's own in a single system call, for instance a question, which ends without a line break.
    ///
    /// It is written unchanged. Failures are ignored.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Writes lines, each given without its line break.
    static func write(_ lines: [String]) {
        for line in lines { writeLine(line) }
    }
}

/// The width of the terminal to which standard output is connected.
enum TerminalWidth {
    /// The width in columns; nil if standard output is not a terminal or its width is unknown.
    static var ofOutput: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
