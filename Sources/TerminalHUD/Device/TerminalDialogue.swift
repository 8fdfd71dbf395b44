/// Asks a terminal once what it can do, and listens for the answer for a short while, without ever waiting for it.
struct TerminalDialogue: Sendable {
    private let mayAsk: Bool
    private let asksBackground: Bool
    private var inquiry: (answers: TerminalInquiry, deadline: Duration)?
    private var hasAsked = false

    /// Makes a dialogue that has not begun.
    ///
    /// - Parameters:
    ///   - mayAsk: Whether the terminal may be asked.
    ///   - asksBackground: Whether its background matters.
    init(mayAsk: Bool, asksBackground: Bool = false) {
        self.mayAsk = mayAsk
        self.asksBackground = asksBackground
    }

    /// Until when an answer is awaited; nil if none is.
    var deadline: Duration? { inquiry?.deadline }

    /// Begins to listen, the first time.
    ///
    /// - Parameters:
    ///   - device: The terminal.
    ///   - now: The time.
    /// - Returns: What to write with the next frame; empty if nothing is to be asked.
    mutating func ask(_ device: any TerminalDevice, at now: Duration) -> String {
        guard mayAsk, !hasAsked else { return "" }
        hasAsked = true
        guard device.beginAsking(takesTyped: false) else { return "" }
        inquiry = (TerminalInquiry(), now + TerminalInquiry.patience)
        return (asksBackground ? TerminalInquiry.backgroundQuestion : "") + TerminalInquiry.question
    }

    /// Takes the answers that have come; stops listening at the last one, or after a while.
    ///
    /// - Parameters:
    ///   - device: The terminal.
    ///   - now: The time.
    ///   - timeout: How long to wait if nothing has come.
    /// - Returns: Once, when it stops to listen: the answers.
    mutating func listen(to device: any TerminalDevice, at now: Duration, waiting timeout: Duration = .zero)
        -> TerminalInquiry?
    {
        guard let inquiry else { return nil }
        let bytes = device.takeAnswer(waiting: timeout)
        var answers = inquiry.answers
        answers.take(bytes ?? [])
        self.inquiry?.answers = answers
        guard answers.isComplete || bytes == nil || now >= inquiry.deadline else { return nil }
        device.endAsking()
        self.inquiry = nil
        return answers
    }
}
