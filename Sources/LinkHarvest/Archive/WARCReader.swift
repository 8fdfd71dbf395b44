import Glibc
import Markup
import Syntax

/// A reader of the documents in a web archive that arrives in parts.
///
/// Archives are WARC 1.0 or 1.1, uncompressed, or compressed with one gzip member for each record or for the whole
/// archive. Documents are those of `response` and `resource` records. A truncated or damaged record causes one warning,
/// and reading continues at the next record. Memory does not grow with the size of the archive.
final class WARCReader {
    /// The number of bytes of the current member that are kept, because the next member is searched for in them if this
    /// one is damaged.
    private static let keptByteCount = 4 << 20
    /// The maximum number of searches for the next member within a member that does not end; it limits the time for a
    /// hostile archive.
    private static let triesAtTheEnd = 8
    /// The number of bytes of a damaged start in which the first intact member or record is searched for.
    private static let damagedStart = 1 << 20

    private let records: WARCRecordParser
    private var isCompressed: Bool?
    private var inflater: Inflater?
    /// The kept bytes of the current member, which start at `memberStart` in the archive.
    private var member: [UInt8] = []
    private var memberStart: Int
    /// The offset in `member` of the first byte that is still needed.
    ///
    /// The bytes before it are removed many at a time.
    private var first = 0
    /// True within a member; otherwise, `member` contains only bytes that may be the start of a magic number.
    private var isInMember = false
    private var isLost = false
    private var hasBytes = false
    /// True if the last member has no end.
    private var hasOpenEnd = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: The name of the archive in warnings.
    ///   - offset: The offset in the archive of the first byte that is received; other than 0 if only a part is read.
    ///   - handler: Receives the documents; it must outlive the reader.
    init(source: String, offset: Int = 0, handler: any WARCHandler) {
        records = WARCRecordParser(source: source, offset: offset, handler: handler)
        memberStart = offset
    }

    /// The number of records with a valid header so far.
    var recordCount: Int { records.recordCount }

    /// The number of `response` records among them.
    var responseCount: Int { records.responseCount }

    /// True if the archive has ended within a record.
    var isTruncated: Bool { records.isTruncated || hasOpenEnd }

    /// Processes the next bytes of the archive.
    ///
    /// - Parameter bytes: The bytes as they were received.
    package func push(_ bytes: UnsafeBufferPointer<UInt8>) {
        if !bytes.isEmpty { hasBytes = true }
        guard isCompressed != false else { return records.push(bytes) }
        member.append(contentsOf: bytes)
        if isCompressed == nil {
            isCompressed = isStartCompressed
            guard let isCompressed else { return }
            if !isCompressed {
                let start = member
                member = []
                return start.withUnsafeBufferPointer(records.push)
            }
        }
        inflate(from: isInMember ? member.count - bytes.count : first)
        member.removeFirst(first)
        first = 0
    }

    /// True if the archive is compressed, according to its first bytes; nil if they are damaged and more are needed.
    private var isStartCompressed: Bool? {
        guard member.count >= 2 else { return nil }
        if Gzip.isCompressed(member) { return true }
        if member.starts(with: Array("WARC/".utf8).prefix(member.count)) { return member.count < 5 ? nil : false }
        let record = member.withUnsafeBufferPointer(WARCMarker.firstCandidate)
        if let next = nextMember(from: 0) { return record.map { next < $0 } ?? true }
        if let record, record + WARCMarker.byteCount <= member.count { return false }
        return member.count < Self.damagedStart ? nil : false
    }

    /// Processes the end of the archive.
    package func finish() {
        if isCompressed == nil, !member.isEmpty {
            member.withUnsafeBufferPointer(records.push)
        } else {
            // A member that does not end may have consumed the next one.
            var tries = 0
            while isInMember, tries < Self.triesAtTheEnd {
                records.fail(.compressed(.truncated))
                hasOpenEnd = true
                isInMember = false
                isLost = true
                discard(min(1, member.count - first))
                inflate(from: first)
                tries += 1
            }
        }
        records.finish()
        if hasBytes { records.expectRecord() }
    }

    /// Decompresses the bytes received so far, member by member.
    ///
    /// - Parameter start: The offset in `member` of the first byte that has not been decompressed.
    private func inflate(from start: Int) {
        var position = isInMember ? start : first
        while position < member.count {
            if !isInMember {
                guard let next = nextMember(from: position) else { return keepTail() }
                if next > position, !isLost { failAtGarbage() }
                isLost = false
                begin(at: next)
                position = first
            }
            do {
                let step = try member.withUnsafeBufferPointer { bytes in
                    try inflater?.run(UnsafeBufferPointer(rebasing: bytes[position...]), to: records.push)
                }
                guard let step else { return }
                position += step.read
                if step.isEnd {
                    records.memberEnded()
                    hasOpenEnd = false
                    isInMember = false
                    discard(position - first)
                }
            } catch let error as CompressionError {
                records.fail(.compressed(error))
                isInMember = false
                isLost = true
                // This member may have consumed the start of the next one.
                discard(1)
                position = first
                inflater = nil
            } catch {
                return
            }
        }
        if isInMember, member.count - first > Self.keptByteCount { discard(member.count - first) }
    }

    private func begin(at offset: Int) {
        discard(offset - first)
        // Creating an inflater takes longer than decompressing a small record.
        if let inflater { inflater.begin() } else { inflater = try? Inflater(.gzip) }
        isInMember = true
        records.memberOffset = memberStart
    }

    private func discard(_ count: Int) {
        first += count
        memberStart += count
    }

    /// Returns the start of the next member: magic number, method, and valid flags.
    private func nextMember(from start: Int) -> Int? {
        var index = start
        while index + 3 < member.count {
            if member[index] == 0x1F, member[index + 1] == 0x8B, member[index + 2] == 8, member[index + 3] & 0xE0 == 0 {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Keeps only the bytes that may be the start of a magic number.
    private func keepTail() {
        let count = member.count - first
        if count > 3 {
            if !isLost, member[first..<first + count - 3].contains(where: { $0 != 0 }) {
                failAtGarbage()
                isLost = true
            }
            discard(count - 3)
        }
    }

    /// Reports data that belongs to no member.
    private func failAtGarbage() {
        records.memberOffset = memberStart
        records.fail(.garbage)
    }
}

/// A record of a web archive that contains a document.
struct WARCRecord: Sendable, Hashable {
    /// The URL of the document as written in the archive.
    var targetURI: String
    /// The status of the archived response; nil for a resource.
    package var status: Int?
    /// The fields of the archived response, or of the record if it is a resource.
    package var fields: [HeaderField]
    /// The offset in the archive of the record, or of its member in a compressed archive, in bytes from 0.
    package var byte: Int

    /// The media type with its parameters, from all Content-Type fields; nil if none of them has a valid one.
    package var contentType: String? {
        MediaType.extract(from: fields.filter { ASCII.lowercase($0.name) == "content-type" }.map(\.value))?.description
    }
}

/// A receiver of the documents in a web archive.
protocol WARCHandler: AnyObject {
    /// Starts a document.
    func recordBegan(_ record: WARCRecord)
    /// Receives a part of the document, with transfer and content codings decoded; valid during the call.
    func body(_ bytes: UnsafeBufferPointer<UInt8>)
    /// Ends the document, or the part of it that could be read.
    func recordEnded()
    /// Receives a damaged record; other records are still read.
    func damaged(_ record: DamagedRecord)
}

/// The first line of a record, which marks its start.
enum WARCMarker {
    /// The line; a zero stands for any byte.
    private static let line = Array("WARC/1.\u{0}\r\n".utf8)

    /// The length of the line.
    static var byteCount: Int { line.count }

    /// Returns the first offset at which such a line starts, or may start.
    ///
    /// - Parameter bytes: The bytes to search.
    /// - Returns: The offset; the line may be cut off at the end of the bytes. It is nil if there is no such line.
    static func firstCandidate(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = 0
        while position < bytes.count {
            guard let found = memchr(base + position, CInt(line[0]), bytes.count - position) else { return nil }
            let start = UnsafeRawPointer(base).distance(to: found)
            let isCandidate = zip(line, bytes[start...]).allSatisfy { $0 == 0 || $0 == $1 }
            if isCandidate { return start }
            position = start + 1
        }
        return nil
    }
}
