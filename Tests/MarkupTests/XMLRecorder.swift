@testable import Markup

/// Records the reports of an XML parser.
final class XMLRecorder: XMLHandler {
    var reports: [String] = []
    var positions: [SourcePosition] = []
    var elementCount = 0
    var textCount = 0
    var keepsReports = true

    func startElement(_ element: XMLElement, position: () -> SourcePosition) {
        elementCount += 1
        guard keepsReports else { return }
        let attributes = element.attributes.map { " \($0.name.qualified)=\($0.value)" }.joined()
        reports.append("<\(element.name.qualified)\(attributes)>")
        positions.append(position())
    }

    func endElement(_ name: XMLName) {
        if keepsReports { reports.append("</\(name.qualified)>") }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        textCount += text.count
        guard keepsReports else { return }
        let part = String(decoding: text, as: UTF8.self)
        if let last = reports.last, !last.hasPrefix("<") {
            reports.removeLast(); reports.append(last + part)
        } else {
            reports.append(part)
        }
    }

    func processingInstruction(target: String, data: String, position: () -> SourcePosition) {
        reports.append("<?\(target) \(data)?>")
        positions.append(position())
    }

    /// Parses bytes in parts.
    func parse(_ bytes: [UInt8], contentType: String? = nil, partByteCount: Int = .max) throws -> XMLFailure? {
        let encoding = bytes.withUnsafeBufferPointer { SniffedEncoding(ofXML: $0, contentType: contentType) }
        let parser = try XMLPushParser(encoding: encoding, handler: self)
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, partByteCount < bytes.count ? start + partByteCount : bytes.count)
            bytes[start..<end].withUnsafeBufferPointer { parser.push($0) }
            start = end
        }
        return parser.finish()
    }
}
