package import LinkHarvest
import Syntax

/// A format that writes links from their bytes, without creating strings.
package protocol ByteLinkFormat: LinkFormat {
    /// Appends a link.
    ///
    /// - Parameters:
    ///   - link: The link's properties.
    ///   - check: The link's check; nil if no check was requested.
    ///   - output: Receives the bytes of the link.
    mutating func write(_ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8])
}

extension ByteLinkFormat {
    package mutating func write(_ record: CheckedLink, into output: inout [UInt8]) -> LinkOmission? {
        record.link.withBytes { write($0, check: record.check, into: &output) }
        return nil
    }

    package mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally {
        var tally = LinkTally()
        batch.withBytes { links in
            indices.forEach(in: links.count) { index in
                guard tally.written < limit else { return false }
                write(links[index], check: nil, into: &output)
                tally.register(nil)
                return true
            }
        }
        return tally
    }
}

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

/// A writer of one record into memory that has room for it.
///
/// The memory is reserved once for each record, not once for each value.
struct RecordWriter {
    private var end: UnsafeMutablePointer<UInt8>

    fileprivate init(at start: UnsafeMutablePointer<UInt8>) { end = start }

    /// The maximum length of a number in decimal digits.
    static let maximumNumberLength = 20

    /// Writes a constant text.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        UnsafeMutableRawPointer(end).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        end += text.utf8CodeUnitCount
    }

    /// Writes a byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    /// Writes bytes unchanged.
    @inline(__always)
    mutating func append(_ bytes: LinkBytes.Text) {
        guard let start = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(end).copyMemory(from: start, byteCount: bytes.count)
        end += bytes.count
    }

    /// Writes a JSON string, or `null`.
    @inline(__always)
    mutating func append(json text: LinkBytes.Text?) {
        guard let text else { return append("null") }
        end += JSONString.write(utf8: text, at: end)
    }

    /// Writes a number that is not negative in decimal digits.
    mutating func append(_ number: Int) {
        var rest = UInt(clamping: number)
        var length = 1
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        rest = UInt(clamping: number)
        for index in stride(from: length - 1, through: 0, by: -1) {
            end[index] = UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0")
            rest /= 10
        }
        end += length
    }

    fileprivate func count(from start: UnsafeMutablePointer<UInt8>) -> Int { end - start }
}

extension [UInt8] {
    /// Appends a record.
    ///
    /// - Parameters:
    ///   - maximum: The maximum length of the record in bytes.
    ///   - write: Writes the record.
    @inline(__always)
    mutating func appendRecord(upTo maximum: Int, _ write: (inout RecordWriter) -> Void) {
        // Reserving exactly what is needed would copy the buffer each time.
        if capacity - count < maximum { reserveCapacity(Swift.max(count + maximum, 2 * capacity)) }
        append(addingCapacity: maximum) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var writer = RecordWriter(at: start)
                write(&writer)
                count = writer.count(from: start)
                precondition(count <= maximum, "a record is longer than its maximum")
            }
        }
    }
}
