import DownloadQueue
import TerminalHUD

extension QueueStore {
    /// Writes a line to standard error for each row that the command has met and could not read.
    ///
    /// - Throws: `ExitStatus.someFailed` if there was one.
    func reportDamagedRows() throws {
        let reasons = damagedRows.removeUnreported()
        for case .damaged(let id, let field) in reasons {
            let command = "leftoff queue remove \(CommandWord.quoted(id))"
            StandardError.writeLine(
                TerminalText.sanitized("leftoff: \(QueueError.damaged(id: id, field: field)); remove it: \(command)"))
        }
        if !reasons.isEmpty { throw ExitStatus.someFailed }
    }
}
