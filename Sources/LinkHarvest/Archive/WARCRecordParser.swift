import Markup
import Syntax

/// A parser that splits a web archive into records and reports the documents in them.
final class WARCRecordParser {
    private enum State {
        /// Before a record; `line` contains the start of its first line.
        case between
        case header
        case block(remaining: Int)
    }

    private static let start = Array("WARC/".utf8)
    private static let longestHeader = 1 << 18
    /// The number of bytes of a block that are kept if another record seems to start in it.
    private static let keptByteCount = 8 << 20
    /// The number of times that the bytes of an archive may be parsed again, on average.
    ///
    /// Bytes are parsed again after each record with a wrong length. In a damaged archive that is hardly ever more than
    /// once; an archive in which thousands of records contain one another would take hours.
    private static let repetitionLimit = 8
    /// The offset of the current member in the archive; nil in an uncompressed archive.
    var memberOffset: Int?

    private let source: String
    private unowned let handler: any WARCHandler
    private var state = State.between
    private var line: [UInt8] = []
    private var header: [UInt8] = []
    private var document: WARCDocument?
    /// The offset in an uncompressed archive of the next byte.
    private var offset: Int
    private var recordOffset: Int
    private var targetURI: String?
    private var isLost = false
    private var hasWarned = false
    /// True if a block has ended but its document has not, because the end of the block is held back.
    private var isBehindBlock = false
    /// The end of the block that is held back because another record may start in it.
    private var held: [UInt8] = []
    private var isHolding = false
    /// The bytes received after the end of the block.
    private var trailing: [UInt8] = []
    /// The bytes that are to be parsed again, because a record starts in them; they are the last ones that were parsed.
    private var repeated: [UInt8] = []
    private var receivedByteCount = 0
    private var repeatedByteCount = 0
    /// The number of records with a valid header.
    private(set) var recordCount = 0
    /// The number of `response` records among them.
    private(set) var responseCount = 0
    /// True if the archive ended within a record.
    private(set) var isTruncated = false

    init(source: String, offset: Int, handler: any WARCHandler) {
        self.source = source
        self.offset = offset
        recordOffset = offset
        self.handler = handler
    }

    func push(_ bytes: UnsafeBufferPointer<UInt8>) {
        receivedByteCount += bytes.count
        parse(bytes)
    }

    private func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < bytes.count {
            switch state {
            case .block(let remaining):
                let end = position + min(bytes.count - position, remaining)
                pushBlock(UnsafeBufferPointer(rebasing: bytes[position..<end]))
                offset += end - position
                state = .block(remaining: remaining - (end - position))
                position = end
                if case .block(remaining: 0) = state { endBlock() }
            case .between, .header:
                let byte = bytes[position]
                position += 1
                offset += 1
                pushLine(byte)
            }
            if !repeated.isEmpty {
                let again = repeated
                repeated = []
                guard again.count <= position else {
                    // The record started in an earlier part. All records that start from here on are in this array, so
                    // this is not reached again.
                    return (again + bytes[position...]).withUnsafeBufferPointer(parse)
                }
                position -= again.count
            }
        }
    }

    /// Resets the parser to the first of the bytes that were parsed last, which are parsed again.
    ///
    /// - Parameter bytes: The end of the block that was held back, and the bytes after it.
    private func repeatParsing(_ bytes: [UInt8]) {
        fail(.cut)
        isLost = false
        offset -= bytes.count
        repeatedByteCount += bytes.count
        repeated = bytes
    }

    /// Returns true if bytes may be parsed again.
    private func mayRepeat(_ byteCount: Int) -> Bool {
        repeatedByteCount + byteCount <= Self.repetitionLimit * receivedByteCount
    }

    /// Reports that the current record is damaged, and searches for the next one.
    func fail(_ problem: WARCProblem) {
        // Only the first problem is reported, not its consequences.
        if isLost, case .between = state {
            // What is left of a damaged member must not precede the next record.
            return line.removeAll(keepingCapacity: true)
        }
        warn(problem)
        endDocument()
        reset()
        isLost = true
    }

    /// Processes the end of a member of a compressed archive, which also ends its record.
    func memberEnded() {
        if case .between = state { endBetween() }
        switch state {
        case .block: cut()
        case .header: fail(.malformedHeader)
        case .between: break
        }
        // A member may contain many records, but a record is never continued in the next member.
        line = []
        isLost = false
    }

    func finish() {
        if case .between = state { endBetween() }
        switch state {
        case .block:
            isTruncated = true
            cut()
        case .header: endInHeader()
        case .between: break
        }
    }

    /// Reports an archive without a record, unless another problem was reported.
    func expectRecord() {
        if recordCount == 0, !hasWarned { warn(.noRecord) }
    }

    /// Processes data without a line end after a record, at the end of the archive or member.
    private func endBetween() {
        let rest = line
        releaseHeld()
        line = rest
        if !line.isEmpty { endLine() }
    }

    private func endInHeader() {
        isTruncated = true
        fail(.cut)
    }

    /// The offset of the current record, or of its member, in the archive.
    private var offsetOfRecord: Int { memberOffset ?? recordOffset }

    // Lines.

    private func pushLine(_ byte: UInt8) {
        if isBehindBlock {
            trailing.append(byte)
            // So many empty lines do not cast doubt on the end of the block, and their number has no limit.
            if byte == 0x0A, trailing.count > Self.keptByteCount { releaseHeld() }
            if byte != 0x0A, byte != 0x0D, !beginsLikeRecord(byte) {
                return replay()
            }
        }
        if byte == 0x0A { return endLine() }
        if case .between = state {
            if line.isEmpty { recordOffset = offset - 1 }
            // If data has no line ends, only its start is needed.
            if line.count < 64 { line.append(byte) }
        } else {
            line.append(byte)
            if header.count + line.count > Self.longestHeader { fail(.malformedHeader) }
        }
    }

    /// Returns true if the line, extended by one byte, may be the first line of a record.
    private func beginsLikeRecord(_ byte: UInt8) -> Bool {
        guard line.count < Self.start.count else { return true }
        return byte == Self.start[line.count] && Self.start.starts(with: line)
    }

    private func endLine() {
        if line.last == 0x0D { line.removeLast() }
        defer { line.removeAll(keepingCapacity: true) }
        if case .header = state {
            guard line.isEmpty else {
                header.append(contentsOf: line)
                header.append(0x0A)
                return
            }
            return endHeader()
        }
        guard !line.isEmpty else { return }
        guard line.starts(with: Self.start) else {
            if !isLost { fail(.garbage) }
            return
        }
        releaseHeld()
        isLost = false
        header.removeAll(keepingCapacity: true)
        state = .header
        targetURI = nil
    }

    private func endHeader() {
        let fields = HeaderFieldParser.parse(header)
        targetURI = fields["WARC-Target-URI"].map { uri in
            // WARC 1.0 was often understood to require angle brackets.
            uri.hasPrefix("<") && uri.hasSuffix(">") ? String(uri.dropFirst().dropLast()) : uri
        }
        guard let length = fields["Content-Length"].flatMap({ ByteCount(digits: $0) }).map({ Int($0.bytes) }) else {
            return fail(.malformedHeader)
        }
        recordCount += 1
        let isResponse = fields["WARC-Type"].map(ASCII.lowercase) == "response"
        if isResponse { responseCount += 1 }
        if let targetURI {
            document = WARCDocument(
                fields: fields, targetURI: targetURI, byte: offsetOfRecord, handler: handler)
        } else if isResponse {
            warn(.noAddress)
        }
        state = .block(remaining: length)
        if length == 0 { endBlock() }
    }

    // Blocks.

    private func pushBlock(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isHolding || !held.isEmpty {
            held.append(contentsOf: bytes)
            sift()
        } else if let start = WARCMarker.firstCandidate(in: bytes) {
            pass(UnsafeBufferPointer(rebasing: bytes[..<start]))
            held.append(contentsOf: bytes[start...])
            sift()
        } else {
            pass(bytes)
        }
    }

    /// Releases held bytes that turned out not to be the start of a record.
    private func sift() {
        let passed = held.withUnsafeBufferPointer { bytes in
            if isHolding { return bytes.count > Self.keptByteCount ? bytes.count : 0 }
            guard let start = WARCMarker.firstCandidate(in: bytes) else { return bytes.count }
            isHolding = bytes.count - start >= WARCMarker.byteCount
            return start
        }
        guard passed > 0 else { return }
        held.withUnsafeBufferPointer { pass(UnsafeBufferPointer(rebasing: $0[..<passed])) }
        held.removeFirst(passed)
        if held.isEmpty { isHolding = false } else { sift() }
    }

    private func pass(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        do { try document?.push(bytes) } catch let problem as WARCProblem {
            warn(problem)
            document?.end()
            document = nil
        } catch {}
    }

    private func endBlock() {
        state = .between
        line.removeAll(keepingCapacity: true)
        isBehindBlock = true
        trailing.removeAll(keepingCapacity: true)
        // Bytes that look like a record are held until the end of the block is certain.
        if !isHolding { releaseHeld() }
    }

    /// Ends the document of a block that was complete.
    private func releaseHeld() {
        guard isBehindBlock else { return }
        held.withUnsafeBufferPointer(pass)
        finishDocument()
    }

    private func finishDocument() {
        do { try document?.finish() } catch let problem as WARCProblem { warn(problem) } catch {}
        endDocument()
        reset()
    }

    private func endDocument() {
        document?.end()
        document = nil
    }

    /// Processes an end of the archive or member that is within a block.
    private func cut() {
        guard isHolding, mayRepeat(held.count) else {
            held.withUnsafeBufferPointer(pass)
            fail(.cut)
            isLost = false
            return
        }
        repeatParsing(held)
        let rest = repeated
        repeated = []
        rest.withUnsafeBufferPointer(parse)
    }

    /// Ends a block early because another record starts in it, and parses that record.
    private func replay() {
        guard isHolding, mayRepeat(held.count + trailing.count) else {
            releaseHeld()
            return fail(.garbage)
        }
        repeatParsing(held + trailing)
    }

    private func reset() {
        state = .between
        targetURI = nil
        line.removeAll(keepingCapacity: true)
        header.removeAll(keepingCapacity: true)
        held = []
        isHolding = false
        isBehindBlock = false
    }

    private func warn(_ problem: WARCProblem) {
        hasWarned = true
        handler.damaged(
            DamagedRecord(archive: source, offset: offsetOfRecord, targetURI: targetURI, reason: "\(problem)"))
    }
}

/// The document of the current record of a web archive.
private final class WARCDocument {
    private let targetURI: String
    private let byte: Int
    private unowned let handler: any WARCHandler
    private var response: ArchivedResponse?
    private var hasBegun = false

    /// Starts a document.
    ///
    /// The result is nil if the record contains no document: a request, a revisit, metadata, or a part of a segmented
    /// record.
    ///
    /// - Parameters:
    ///   - fields: The fields of the record.
    ///   - targetURI: The document's URL.
    ///   - byte: The offset of the record in the archive.
    ///   - handler: Receives the document.
    init?(fields: [HeaderField], targetURI: String, byte: Int, handler: any WARCHandler) {
        self.targetURI = targetURI
        self.byte = byte
        self.handler = handler
        // Such records describe the crawl itself, for example wget's arguments and log.
        guard !targetURI.hasPrefix("metadata:") else { return nil }
        let type = ASCII.lowercase(fields["WARC-Type"] ?? "")
        let mediaType = ContentSniffing.essence(of: fields["Content-Type"] ?? "")
        switch type {
        case "response" where mediaType == "application/http" || mediaType.isEmpty: response = ArchivedResponse()
        case "response", "resource": begin(status: nil, fields: fields)
        default: return nil
        }
    }

    func push(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard response != nil else { return handler.body(bytes) }
        try response?.push(bytes, began: { begin(status: $0.status, fields: $0.fields) }, body: handler.body)
    }

    func finish() throws {
        try response?.finish(to: handler.body)
    }

    /// Ends the document, if it has started.
    func end() {
        if hasBegun { handler.recordEnded() }
        hasBegun = false
    }

    private func begin(status: Int?, fields: [HeaderField]) {
        hasBegun = true
        handler.recordBegan(WARCRecord(targetURI: targetURI, status: status, fields: fields, byte: byte))
    }
}

/// A problem of a record in an archive.
enum WARCProblem: Error, Hashable, CustomStringConvertible {
    case malformedHeader
    case cut
    case malformedResponse
    case badCoding(String)
    case compressed(CompressionError)
    case garbage
    case noAddress
    case noRecord

    /// The description of the problem, without the record.
    var description: String {
        switch self {
        case .malformedHeader: "its header is malformed"
        case .cut: "it is cut off"
        case .malformedResponse: "it contains no HTTP response"
        case .badCoding(let what): what
        case .compressed(let error): "\(error)"
        case .garbage: "there is other data between two records"
        case .noAddress: "it has no WARC-Target-URI"
        case .noRecord: "there is no record"
        }
    }
}
