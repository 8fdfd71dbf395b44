import TerminalHUD

/// A question before a change of many records.
enum Confirmation {
    /// The number of records up to which no question is asked.
    ///
    /// So many can be read in a list and named by their ids. A question before fewer would be answered without reading.
    static let threshold = 10

    /// The words after one and after several records.
    typealias Predicate = (one: String, several: String)

    /// The words about records that a query selects.
    static var matching: Predicate { ("matches", "match") }
    /// The words about records that are named by their ids.
    static var named: Predicate { ("is named", "are named") }

    /// Asks for confirmation if a change concerns many records.
    ///
    /// - Parameters:
    ///   - question: The change as the end of the question “type yes to …”, such as `forget them`.
    ///   - command: The name of the command; by default the first word of the question.
    ///   - effect: The verb in the message that the command needs `--yes`.
    ///   - noun: The singular of the noun for the records.
    ///   - predicate: The words after one and after several records that say why they are concerned.
    ///   - count: The number of records.
    ///   - threshold: The number of records up to which no question is asked.
    ///   - isConfirmed: True if the command line confirms the change.
    /// - Throws: `CommandFailure` if the answer is neither `yes` nor `y` (refused), or if there is no terminal to ask
    ///   on (usage).
    static func require(
        _ question: String, of command: String? = nil, effect: String = "change", noun: String = "place",
        predicate: Predicate = matching, count: Int, above threshold: Int = threshold, isConfirmed: Bool
    ) throws {
        guard count > threshold, !isConfirmed else { return }
        let command = command ?? String(question.prefix { $0 != " " })
        guard StandardDescriptors.inputIsTerminal, StandardDescriptors.errorIsTerminal else {
            throw CommandFailure.usage("\(command) would \(effect) \(counted(count, noun)): add --yes")
        }
        let words = count == 1 ? predicate.one : predicate.several
        StandardError.write("leftoff: \(counted(count, noun)) \(words): type yes to \(question): ")
        let answer = readLine()?.lowercased()
        guard answer == "yes" || answer == "y" else {
            throw CommandFailure(what: command, why: "not confirmed, so nothing was changed", status: .refused)
        }
    }
}
