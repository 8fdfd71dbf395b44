import LinkHarvest

/// The fields of a link, by their names in JSON, in the order of tables.
enum LinkField: String, Sendable, CaseIterable {
    case url, raw, element, attribute, kind, text, title, rel, type, hreflang, download, line, column, byte, source
    case warc
    case recordOffset = "record_offset"

    /// The value of a field.
    enum Value {
        /// A text; `rel` is joined by spaces.
        case text(LinkBytes.Text)
        case number(Int)
        /// The link has no such value.
        case absent
    }

    /// Returns a link's value.
    @inline(__always)
    func value(of link: LinkBytes) -> Value {
        switch self {
        case .url: Self.text(link.url)
        case .raw: .text(link.raw)
        case .element: .text(link.element)
        case .attribute: .text(link.attribute)
        case .kind: .text(link.kind)
        case .text: Self.text(link.text)
        case .title: Self.text(link.title)
        case .rel: Self.text(link.rel)
        case .type: Self.text(link.type)
        case .hreflang: Self.text(link.hreflang)
        case .download: Self.text(link.download)
        case .line: .number(link.line)
        case .column: .number(link.column)
        case .byte: .number(link.byte)
        case .source: .text(link.source)
        case .warc: Self.text(link.archive)
        case .recordOffset: link.archive == nil ? .absent : .number(link.recordOffset)
        }
    }

    private static func text(_ text: LinkBytes.Text?) -> Value { text.map { .text($0) } ?? .absent }

    /// Appends a link's value; an absent one is empty.
    ///
    /// - Parameters:
    ///   - link: The link's properties.
    ///   - output: Receives the value.
    ///   - appendText: Appends a text in the syntax of the format.
    @inline(__always)
    func append(
        of link: LinkBytes, to output: inout [UInt8], _ appendText: (LinkBytes.Text, inout [UInt8]) -> Void
    ) {
        switch value(of: link) {
        case .text(let text): appendText(text, &output)
        case .number(let number): output.appendRecord(upTo: RecordWriter.maximumNumberLength) { $0.append(number) }
        case .absent: break
        }
    }

    /// The header of a table: the names of all fields.
    static let names = allCases.map(\.rawValue)
}
