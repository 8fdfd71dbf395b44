import DownloadQueue
import TerminalHUD

extension QueueStore {
    /// Writes a line to standard error for each row that the command has met and could not read.
    ///
    /// - Throws: `ExitStatus.someFailed` if there was one.
    func reportDamagedRows() throws {
        let reasons = damagedRows.removeUnreported()
        for reason in reasons {
            StandardError.writeLine(TerminalText.sanitized("leftoff: \(reason); remove it with 'leftoff queue remove'"))
        }
        if !reasons.isEmpty { throw ExitStatus.someFailed }
    }
}
