import TerminalHUD

/// A question before a change of many records.
enum Confirmation {
    /// The number of records up to which no question is asked.
    ///
    /// So many can be read in a list and named by their ids. A question before fewer would be answered without reading.
    static let threshold = 10

    /// Asks for confirmation if a change concerns many records.
    ///
    /// - Parameters:
    ///   - question: The change as the end of the question “type yes to …”, such as `forget them`.
    ///   - command: The name of the command; by default the first word of the question.
    ///   - effect: The verb in the message that the command needs `--yes`.
    ///   - noun: The singular of the noun for the records.
    ///   - count: The number of records.
    ///   - threshold: The number of records up to which no question is asked.
    ///   - isConfirmed: True if the command line confirms the change.
    /// - Throws: `CommandFailure` if the answer is not `yes` (refused), or if there is no terminal to ask on (usage).
    static func require(
        _ question: String, of command: String? = nil, effect: String = "change", noun: String = "place", count: Int,
        above threshold: Int = threshold, isConfirmed: Bool
    ) throws {
        guard count > threshold, !isConfirmed else { return }
        let command = command ?? String(question.prefix { $0 != " " })
        guard StandardDescriptors.inputIsTerminal, StandardDescriptors.errorIsTerminal else {
            throw CommandFailure.usage("\(command) would \(effect) \(counted(count, noun)): add --yes")
        }
        let verb = count == 1 ? "matches" : "match"
        StandardError.write("leftoff: \(counted(count, noun)) \(verb): type yes to \(question): ")
        guard readLine() == "yes" else {
            throw CommandFailure(what: command, why: "not confirmed, so nothing was changed", status: .refused)
        }
    }
}
