import Markup

/// Writes down what a parse reports, as one line of text a report.
final class MarkupRecorder: MarkupHandler {
    private(set) var reports: [String] = []
    private(set) var tags: [String] = []
    private(set) var positions: [SourcePosition] = []
    private(set) var tagCount = 0
    private(set) var isForeign: [String: Bool] = [:]
    var keepsReports = true
    private var pendingText: [UInt8] = []

    /// The reports of one document, with parts of text that follow each other joined.
    static func reports(of html: String) throws -> [String] {
        let recorder = MarkupRecorder()
        _ = try HTMLParser.parse(DecodedText(html), handler: recorder)
        recorder.flush()
        return recorder.reports
    }

    /// The start tags alone.
    static func tags(of html: String) throws -> [String] {
        let recorder = MarkupRecorder()
        _ = try HTMLParser.parse(DecodedText(html), handler: recorder)
        return recorder.tags
    }

    func startTag(_ tag: StartTag, position: () -> SourcePosition) {
        tagCount += 1
        guard keepsReports else { return }
        flush()
        isForeign[tag.name] = tag.isForeign
        positions.append(position())
        let attributes = tag.attributes.map { " \($0.name)=[\(tag.value(of: $0))]" }.joined()
        tags.append("<\(tag.name)\(attributes)>")
        reports.append("<\(tag.name)\(attributes)>")
    }

    func endTag(_ name: String) {
        guard keepsReports else { return }
        flush()
        reports.append("</\(name)>")
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if keepsReports { pendingText.append(contentsOf: text) }
    }

    func content(_ text: @autoclosure () -> String, of element: String) {
        guard keepsReports else { return }
        flush()
        reports.append("\(element):\(text())")
    }

    func flush() {
        if !pendingText.isEmpty { reports.append(String(decoding: pendingText, as: UTF8.self)) }
        pendingText = []
    }
}
