/// The required outcome of one download of a ``Fault``.
package struct FaultOutcome: Sendable {
    /// The final state of a download.
    package enum End: String, Sendable {
        case done, failed, quarantined, waiting
    }

    /// The name that is requested, percent-encoded.
    package var requestedName = Fault.fileName

    /// The URL that is requested instead of the run's own; `{port}` and `{prefix}` are replaced by the run's values.
    package var address: String?

    /// The final state.
    package var end: End

    /// The class of the error; nil if the download is done.
    package var errorClass: String?

    /// The final name of the file; nil if there is none.
    package var fileName: String?

    /// The bytes that the file must have.
    package var content: [UInt8] = Fault.content

    /// True if a part file remains, from which a later attempt can resume.
    package var keepsPart = false

    /// The number of requests.
    package var requests: ClosedRange<Int>

    /// The time from the first request to the last, in seconds by the queue's clock; nil for any.
    package var wait: ClosedRange<Double>?

    /// The description in the table.
    package var words: String

    /// Returns the outcome of a download whose file is complete and correct.
    ///
    /// - Parameters:
    ///   - words: The description after "done".
    ///   - requests: The number of requests.
    ///   - name: The final name of the file.
    /// - Returns: An outcome without an error.
    static func done(
        _ words: String = "", requests: ClosedRange<Int> = 1...1, as name: String = Fault.fileName
    ) -> FaultOutcome {
        FaultOutcome(end: .done, fileName: name, requests: requests, words: words.isEmpty ? "done" : "done: \(words)")
    }

    /// Returns the outcome of an error that is not retried.
    ///
    /// - Parameters:
    ///   - kind: The class of the error.
    ///   - requests: The number of requests.
    ///   - words: The description after the class.
    /// - Returns: An outcome without a file.
    static func refused(_ kind: String, requests: ClosedRange<Int> = 1...1, _ words: String = "") -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: kind, requests: requests,
            words: "fails at once: \(kind)" + (words.isEmpty ? "" : ", \(words)"))
    }

    /// Returns the outcome of an error that occurs in every attempt.
    ///
    /// - Parameters:
    ///   - kind: The class of the error.
    ///   - requests: The number of requests.
    ///   - keepsPart: True if a part file remains.
    /// - Returns: An outcome without a file.
    static func givenUp(_ kind: String, requests: ClosedRange<Int> = 5...5, keepsPart: Bool = false) -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: kind, keepsPart: keepsPart, requests: requests,
            words: "fails after 5 attempts: \(kind)" + (keepsPart ? "; the part file stays" : ""))
    }

    /// Returns the outcome of responses that violate HTTP.
    ///
    /// Such a download is retried once, because the violation may be an accident.
    static func malformed(requests: ClosedRange<Int> = 2...2) -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: "protocol", requests: requests, words: "fails after 2 attempts: protocol")
    }

    /// Returns the outcome of a file with the wrong digest.
    static func quarantined() -> FaultOutcome {
        FaultOutcome(
            end: .quarantined, errorClass: "checksum", fileName: Fault.fileName + ".leftoff-quarantined",
            requests: 1...1, words: "quarantined: checksum")
    }

    /// Returns a copy of the outcome that a closure has changed.
    func with(_ change: (inout FaultOutcome) -> Void) -> FaultOutcome {
        var outcome = self
        change(&outcome)
        return outcome
    }

    /// Returns the outcome for a file with bytes other than ``Fault/content``.
    func bytes(_ content: [UInt8]) -> FaultOutcome { with { $0.content = content } }

    /// Returns the outcome for a name other than `file.bin`.
    func requesting(_ name: String) -> FaultOutcome { with { $0.requestedName = name } }
}
