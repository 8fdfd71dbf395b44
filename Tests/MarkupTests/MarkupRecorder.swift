import Markup

/// Records the reports of a parse as lines of text.
final class MarkupRecorder: MarkupHandler {
    /// All elements, and the attributes that the tests read.
    static let interest = TagInterest(
        elements: Set(ElementName.allCases),
        triggers: ["href", "src", "id", "x", "a", "b", "c", "d", "cite", "background"],
        attributes: ["manifest", "title", "charset", "http-equiv", "content"])

    private(set) var reports: [String] = []
    private(set) var tags: [String] = []
    private(set) var positions: [SourcePosition] = []
    private(set) var tagCount = 0
    private(set) var isForeign: [String: Bool] = [:]
    var keepsReports = true
    private var pendingText: [UInt8] = []

    var wantsText: Bool { keepsReports }

    /// The reports of one document, in which consecutive parts of text are joined.
    static func reports(of html: String, engine: HTMLParser.Engine = .standard) throws -> [String] {
        let recorder = MarkupRecorder()
        try recorder.parse(html, engine: engine)
        return recorder.reports
    }

    /// The start tags.
    static func tags(of html: String, engine: HTMLParser.Engine = .standard) throws -> [String] {
        let recorder = MarkupRecorder()
        try recorder.parse(html, engine: engine)
        return recorder.tags
    }

    /// Parses text in UTF-8.
    func parse(_ html: String, engine: HTMLParser.Engine = .standard) throws {
        try parse(Array(html.utf8), contentType: "text/html;charset=utf-8", engine: engine)
    }

    /// Parses bytes.
    @discardableResult
    func parse(
        _ bytes: [UInt8], contentType: String? = nil, isLocal: Bool = false, engine: HTMLParser.Engine = .standard
    ) throws -> CharacterEncoding {
        let encoding = try HTMLParser.parse(
            bytes, contentType: contentType, isLocal: isLocal, interest: Self.interest, handler: self, engine: engine)
        flush()
        return encoding
    }

    func startTag(_ tag: StartTag) -> Bool {
        tagCount += 1
        guard keepsReports else { return false }
        flush()
        isForeign[tag.name] = tag.isForeign
        positions.append(tag.position)
        let attributes = (0..<tag.attributeCount).map { index in
            let number = tag.attributeNumber(at: index)
            return " \(Self.interest.name(of: number))=[\(tag.value(of: number) ?? "")]"
        }
        tags.append("<\(tag.name)\(attributes.joined())>")
        reports.append(tags.last ?? "")
        return true
    }

    func endTag(_ element: ElementName) {
        guard keepsReports else { return }
        flush()
        reports.append("</\(element.rawValue)>")
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        pendingText.append(contentsOf: text)
    }

    func restart() {
        reports = []
        tags = []
        positions = []
        tagCount = 0
        isForeign = [:]
        pendingText = []
    }

    func flush() {
        if !pendingText.isEmpty { reports.append(String(decoding: pendingText, as: UTF8.self)) }
        pendingText = []
    }
}
