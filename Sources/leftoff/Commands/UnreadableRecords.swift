import Snapshots
import TerminalHUD

extension [UnreadableRecord] {
    /// The number of records that are reported one by one; many damaged records must not hide the list itself.
    private static var reportedCount: Int { 3 }

    /// Reports the records on standard error, after the list of the others was written.
    ///
    /// - Throws: `ExitStatus.someFailed` if there are any.
    func report() throws {
        guard !isEmpty else { return }
        for record in prefix(Self.reportedCount) {
            StandardError.writeLine("leftoff: \(TerminalText.sanitized(record.description))")
        }
        let rest = count - Self.reportedCount
        if rest > 0 {
            StandardError.writeLine("leftoff: \(counted(rest, "more record")) cannot be read: run 'leftoff doctor'")
        }
        throw ExitStatus.someFailed
    }
}
