import Markup

/// A buffer for the findings in an item, until its title is known.
struct WaitingLinks {
    enum Finding {
        case link(DocumentLink, value: String)
        case html(EmbeddedHTML)
    }

    private struct Scope {
        var title: String?
        var start: Int
    }

    private var findings: [Finding] = []
    private var scopes: [Scope] = []

    /// The maximum number of findings, and the maximum of their total length in bytes.
    private static let limit = (count: 10_000, byteCount: LinkLimits.pendingByteCount)

    private var byteCount = 0

    /// True if the buffer is so full that its findings must be reported without a title.
    var areTooMany: Bool { findings.count >= Self.limit.count || byteCount >= Self.limit.byteCount }

    mutating func add(_ finding: Finding) {
        switch finding {
        case .link(_, let value): byteCount += value.utf8.count
        case .html(let html): byteCount += html.html.utf8.count
        }
        findings.append(finding)
    }

    /// Starts an element whose title is the text of the links in it.
    mutating func open() {
        scopes.append(Scope(title: nil, start: findings.count))
    }

    /// Ends the innermost element.
    mutating func close() {
        guard let scope = scopes.popLast() else { return }
        setText(scope.title, from: scope.start)
    }

    /// Sets the title of the innermost element, unless it has one.
    mutating func setTitle(_ title: String?) {
        guard let last = scopes.indices.last, scopes[last].title == nil else { return }
        scopes[last].title = title
    }

    /// Reports all findings.
    ///
    /// - Parameter sink: Receives the findings.
    mutating func flush(into sink: any DocumentSink) {
        guard !findings.isEmpty else { return }
        for index in scopes.indices.reversed() {
            setText(scopes[index].title, from: scopes[index].start)
            scopes[index].start = 0
        }
        for finding in findings {
            switch finding {
            case .link(let link, let value): sink.link(value, link)
            case .html(let html): sink.html(html)
            }
        }
        findings.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    private mutating func setText(_ text: String?, from start: Int) {
        guard let text else { return }
        for index in findings.indices.dropFirst(start) {
            guard case .link(var link, let value) = findings[index], link.text == nil else { continue }
            link.text = text
            findings[index] = .link(link, value: value)
        }
    }
}
