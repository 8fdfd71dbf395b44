/// What must come of one download of a ``Fault``.
package struct FaultOutcome: Sendable {
    /// How a download ends once nothing more is tried.
    package enum End: String, Sendable {
        case done, failed, quarantined, waiting
    }

    /// The name that is asked for, percent-encoded.
    package var asked = Fault.fileName

    /// An address to ask for instead of the run's own; `{port}` and `{prefix}` stand for the run's.
    package var address: String?

    /// How it ends.
    package var end: End

    /// The class of the error; nil when it is done.
    package var errorClass: String?

    /// The name under which the file is there at the end; nil when there is none.
    package var fileName: String?

    /// The bytes that the file must have.
    package var content: [UInt8] = Fault.content

    /// True when a part file is left, to go on with when somebody asks for it.
    package var keepsPart = false

    /// How many requests are made.
    package var requests: ClosedRange<Int>

    /// How long, in seconds of the queue's clock, it takes from the first request to the last.
    package var wait: ClosedRange<Double>?

    /// What the table says about it; made of the rest unless said.
    package var words: String

    /// Makes the outcome of a download that is whole and right in the end.
    ///
    /// - Parameters:
    ///   - words: What the table says after "done".
    ///   - requests: How many requests it takes.
    ///   - name: The file's name.
    /// - Returns: The outcome.
    static func done(
        _ words: String = "", requests: ClosedRange<Int> = 1...1, as name: String = Fault.fileName
    ) -> FaultOutcome {
        FaultOutcome(end: .done, fileName: name, requests: requests, words: words.isEmpty ? "done" : "done: \(words)")
    }

    /// Makes the outcome of a failure that trying again cannot mend.
    ///
    /// - Parameters:
    ///   - kind: The class of the error.
    ///   - requests: How many requests are made.
    ///   - words: What the table says beside the class.
    /// - Returns: The outcome.
    static func refused(_ kind: String, requests: ClosedRange<Int> = 1...1, _ words: String = "") -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: kind, requests: requests,
            words: "fails at once: \(kind)" + (words.isEmpty ? "" : ", \(words)"))
    }

    /// Makes the outcome of a failure that is met again with every try.
    ///
    /// - Parameters:
    ///   - kind: The class of the error.
    ///   - requests: How many requests are made.
    ///   - keepsPart: Whether a part file is left.
    /// - Returns: The outcome.
    static func givenUp(_ kind: String, requests: ClosedRange<Int> = 5...5, keepsPart: Bool = false) -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: kind, keepsPart: keepsPart, requests: requests,
            words: "tried 5 times, then fails: \(kind)" + (keepsPart ? "; the part stays" : ""))
    }

    /// Makes the outcome of a response that breaks HTTP's rules in every try: once may be an accident of the line.
    ///
    /// - Parameter requests: How many requests are made.
    /// - Returns: The outcome.
    static func malformed(requests: ClosedRange<Int> = 2...2) -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: "protocol", requests: requests, words: "tried twice, then fails: protocol")
    }

    /// Makes the outcome of a file with the wrong digest.
    ///
    /// - Returns: The outcome.
    static func quarantined() -> FaultOutcome {
        FaultOutcome(
            end: .quarantined, errorClass: "checksum", fileName: Fault.fileName + ".leftoff-quarantined",
            requests: 1...1, words: "quarantined: checksum")
    }

    /// Returns the outcome with a change.
    func with(_ change: (inout FaultOutcome) -> Void) -> FaultOutcome {
        var outcome = self
        change(&outcome)
        return outcome
    }

    /// Returns the outcome for other bytes than ``Fault/content``.
    func bytes(_ content: [UInt8]) -> FaultOutcome { with { $0.content = content } }

    /// Returns the outcome for another name than `file.bin`.
    func asking(_ name: String) -> FaultOutcome { with { $0.asked = name } }
}
