/// A result of `leftoff doctor`.
struct Finding {
    /// The severity of a finding; the raw value is printed.
    enum Severity: String {
        /// Nothing is wrong.
        case ok
        /// The subject works, but could be improved.
        case warning = "note"
        /// The subject does not work.
        case problem = "wrong"
    }

    var severity: Severity
    /// The subject of the check, such as `store`.
    var subject: String
    /// The observation.
    var text: String
    /// The recommended action; empty if none is needed.
    var advice = ""

    static func ok(_ subject: String, _ text: String) -> Finding {
        Finding(severity: .ok, subject: subject, text: text)
    }

    static func warning(_ subject: String, _ text: String, advice: String) -> Finding {
        Finding(severity: .warning, subject: subject, text: text, advice: advice)
    }

    static func problem(_ subject: String, _ text: String, advice: String) -> Finding {
        Finding(severity: .problem, subject: subject, text: text, advice: advice)
    }
}
