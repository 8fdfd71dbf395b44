import VisibleText

/// A display that shows only logged lines, such as failures.
package final class SilentDisplay: StatusDisplay {
    private let write: @Sendable (String) -> Void

    /// Creates a display.
    ///
    /// - Parameter write: Writes one line, given without a line end.
    package init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    package func update(_ status: HUDStatus) {}

    package func log(_ line: String) {
        write(VisibleText.line(line))
    }

    package func finish(_ outcome: HUDOutcome, summary: String) async {}

    package func whileHidden<Result>(_ body: () throws -> Result) rethrows -> Result {
        try body()
    }
}
