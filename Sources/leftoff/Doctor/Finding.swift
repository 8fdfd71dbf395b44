/// A result of `leftoff doctor`.
struct Finding {
    /// The severity of a finding.
    enum Grade: String {
        /// Nothing is wrong.
        case ok
        /// It works, but could be improved.
        case note
        /// Something does not work.
        case wrong
    }

    var grade: Grade
    /// The subject of the check, such as `store`.
    var subject: String
    /// The observation.
    var text: String
    /// The recommended action; empty if none is needed.
    var advice = ""

    static func ok(_ subject: String, _ text: String) -> Finding { Finding(grade: .ok, subject: subject, text: text) }

    static func note(_ subject: String, _ text: String, do advice: String) -> Finding {
        Finding(grade: .note, subject: subject, text: text, advice: advice)
    }

    static func wrong(_ subject: String, _ text: String, do advice: String) -> Finding {
        Finding(grade: .wrong, subject: subject, text: text, advice: advice)
    }
}
