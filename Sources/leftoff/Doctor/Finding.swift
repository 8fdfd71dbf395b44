/// What `leftoff doctor` found out about one thing.
struct Finding {
    /// How good or bad it is.
    enum Grade: String {
        /// As it should be.
        case ok
        /// It works, but not as well as it could.
        case note
        /// Something does not work.
        case wrong
    }

    var grade: Grade
    /// What was looked at.
    var subject: String
    /// What there is.
    var text: String
    /// What to do; empty where there is nothing to do.
    var advice = ""

    static func ok(_ subject: String, _ text: String) -> Finding { Finding(grade: .ok, subject: subject, text: text) }

    static func note(_ subject: String, _ text: String, do advice: String) -> Finding {
        Finding(grade: .note, subject: subject, text: text, advice: advice)
    }

    static func wrong(_ subject: String, _ text: String, do advice: String) -> Finding {
        Finding(grade: .wrong, subject: subject, text: text, advice: advice)
    }
}
