/// A question before a change of many records.
enum Confirmation {
    /// The number of records up to which no question is asked.
    static let threshold = 10

    /// Asks for confirmation if a change concerns more than ten records.
    ///
    /// - Parameters:
    ///   - question: The change as the end of the question “type yes to …”, such as `forget them`.
    ///   - count: The number of records.
    ///   - isConfirmed: True if the command line confirms the change.
    /// - Throws: `CommandFailure` if the answer is not `yes`, or if there is no terminal to ask on.
    static func require(_ question: String, count: Int, isConfirmed: Bool) throws {
        guard count > threshold, !isConfirmed else { return }
        throw CommandFailure.usage("\(question): add --yes")
    }
}
