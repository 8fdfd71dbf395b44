import CLibZ

/// Reads the documents of a web archive that comes in parts: WARC 1.0 and 1.1, plain or compressed by gzip, with one
/// member for each record or one for all.
///
/// Documents are those of `response` and `resource` records. A record that is cut or damaged costs one warning; reading
/// goes on at the next one. Memory does not grow with the archive.
package final class WARCReader {
    /// How much of a member is kept, to look for the next one should it be damaged.
    private static let keptByteCount = 4 << 20
    /// How often a member is looked for in one that does not end; more would let a hostile archive take long.
    private static let triesAtTheEnd = 8

    private let records: WARCRecordParser
    private var isCompressed: Bool?
    private var inflater: Inflater?
    /// The bytes of the member, as far as they are kept, and where they start in the archive.
    private var member: [UInt8] = []
    private var memberStart = 0
    /// Where in `member` the bytes begin that are not done with; those before go away together.
    private var first = 0
    /// Bytes in front of a member: its magic number, as far as it has come.
    private var isInMember = false
    private var isLost = false

    /// Makes a reader at the start of an archive.
    ///
    /// - Parameters:
    ///   - source: How warnings name the archive.
    ///   - handler: Takes the documents; it must outlive the reader.
    package init(source: String, handler: any WARCHandler) {
        records = WARCRecordParser(source: source, handler: handler)
    }

    /// Takes the next bytes of the archive.
    ///
    /// - Parameter bytes: The bytes as they were received.
    package func push(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isCompressed != false else { return records.push(bytes) }
        member.append(contentsOf: bytes)
        if isCompressed == nil {
            guard member.count >= 2 else { return }
            isCompressed = member.starts(with: [0x1F, 0x8B])
            if isCompressed == false {
                let start = member
                member = []
                return start.withUnsafeBufferPointer(records.push)
            }
        }
        inflate(from: member.count - bytes.count)
        member.removeFirst(first)
        first = 0
    }

    /// Ends the archive.
    package func finish() {
        if isCompressed == nil, !member.isEmpty {
            member.withUnsafeBufferPointer(records.push)
        } else {
            // A member that does not end may have taken the next one for a part of itself.
            var tries = 0
            while isInMember, tries < Self.triesAtTheEnd {
                records.fail(.compressed(.truncated))
                isInMember = false
                isLost = true
                discard(min(1, member.count - first))
                inflate(from: first)
                tries += 1
            }
        }
        records.finish()
    }

    /// Decompresses what has come, member by member.
    ///
    /// - Parameter start: Where in `member` the bytes start that the inflater has not seen.
    private func inflate(from start: Int) {
        var position = isInMember ? start : first
        while position < member.count {
            if !isInMember {
                guard let next = nextMember(from: position) else { return keepTail() }
                if next > position, !isLost { records.fail(.garbage) }
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
                    isInMember = false
                    discard(position - first)
                }
            } catch let error as CompressionError {
                records.fail(.compressed(error))
                isInMember = false
                isLost = true
                // The next member may have been taken for a part of this one.
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
        // Making one takes longer than a small record.
        if let inflater { inflater.begin() } else { inflater = try? Inflater(LEFTOFF_INFLATE_GZIP) }
        isInMember = true
        records.memberOffset = memberStart
    }

    private func discard(_ count: Int) {
        first += count
        memberStart += count
    }

    /// Where the next member starts: magic number, method, and flags that exist.
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

    /// Keeps what may be the start of a magic number.
    private func keepTail() {
        let count = member.count - first
        if count > 3 {
            if !isLost, member[first..<first + count - 3].contains(where: { $0 != 0 }) {
                records.fail(.garbage)
                isLost = true
            }
            discard(count - 3)
        }
    }
}
