import Markup

/// Parts the text of a web archive into records, and hands on the documents in them.
final class WARCRecordParser {
    private enum State {
        /// In front of a record; its first line, as far as it has come, is in `line`.
        case between
        case header
        case block(remaining: Int)
    }

    private static let start = Array("WARC/".utf8)
    private static let longestHeader = 1 << 18
    /// How much of a block is kept from what looks like another record in it.
    private static let keptByteCount = 8 << 20
    /// Where the member starts that is being read; nil in an archive that is not compressed.
    var memberOffset: Int?

    private let source: String
    private unowned let handler: any WARCHandler
    private var state = State.between
    private var line: [UInt8] = []
    private var header: [UInt8] = []
    private var document: WARCDocument?
    private var offset = 0
    private var recordOffset = 0
    private var targetURI: String?
    private var isLost = false
    /// Whether a block has ended whose document has not, since its end is held back.
    private var isBehindBlock = false
    /// The end of the block as far as it is held back, since another record may start in it.
    private var held: [UInt8] = []
    private var isHolding = false
    /// What has come behind the block.
    private var behind: [UInt8] = []

    init(source: String, handler: any WARCHandler) {
        self.source = source
        self.handler = handler
    }

    func push(_ bytes: UnsafeBufferPointer<UInt8>) {
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
        }
    }

    /// Notes that the record being read is damaged, and looks for the next one.
    func fail(_ problem: WARCProblem) {
        // What follows from a damage is not told again.
        if isLost, case .between = state { return }
        warn(problem)
        endDocument()
        reset()
        isLost = true
    }

    /// A member of a compressed archive has ended, and with it a record.
    func memberEnded() {
        switch state {
        case .block: cut()
        case .header: fail(.malformedHeader)
        case .between: releaseHeld()
        }
        // One member may hold many records, but none goes on in the next one.
        line = []
        isLost = false
    }

    func finish() {
        switch state {
        case .block: cut()
        case .header: fail(.cut)
        case .between:
            if !line.isEmpty { endLine() }
            if case .header = state { fail(.cut) } else { releaseHeld() }
        }
    }

    // Lines.

    private func pushLine(_ byte: UInt8) {
        if isBehindBlock {
            behind.append(byte)
            if byte != 0x0A, byte != 0x0D, !beginsLikeRecord(byte) {
                return replay()
            }
        }
        if byte == 0x0A { return endLine() }
        if case .between = state {
            if line.isEmpty { recordOffset = offset - 1 }
            // Of garbage without line ends only the start matters.
            if line.count < 64 { line.append(byte) }
        } else {
            line.append(byte)
            if header.count + line.count > Self.longestHeader { fail(.malformedHeader) }
        }
    }

    /// Whether the line with one more byte may be the first of a record.
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
        let fields = HeaderFields.parse(header)
        targetURI = fields["WARC-Target-URI"].map { uri in
            // WARC 1.0 was often read as asking for angle brackets.
            uri.hasPrefix("<") && uri.hasSuffix(">") ? String(uri.dropFirst().dropLast()) : uri
        }
        guard let length = fields["Content-Length"].flatMap({ Int($0) }), length >= 0 else {
            return fail(.malformedHeader)
        }
        if let targetURI {
            document = WARCDocument(
                fields: fields, targetURI: targetURI, byte: memberOffset ?? recordOffset, handler: handler)
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

    /// Passes on what is held and is no record after all.
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
        behind.removeAll(keepingCapacity: true)
        // What looks like a record waits until it is sure that the block ends here.
        if !isHolding { releaseHeld() }
    }

    /// Ends the document of a block that was whole.
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

    /// The archive or the member ends within a block.
    private func cut() {
        let rest = isHolding ? held : []
        if !isHolding { held.withUnsafeBufferPointer(pass) }
        fail(.cut)
        isLost = false
        rest.withUnsafeBufferPointer(push)
    }

    /// The block was shorter than its header says: another record starts in it.
    private func replay() {
        guard isHolding else {
            releaseHeld()
            return fail(.garbage)
        }
        let rest = held + behind
        fail(.cut)
        isLost = false
        rest.withUnsafeBufferPointer(push)
    }

    private func reset() {
        state = .between
        line.removeAll(keepingCapacity: true)
        header.removeAll(keepingCapacity: true)
        held = []
        isHolding = false
        isBehindBlock = false
    }

    private func warn(_ problem: WARCProblem) {
        let place = "record at byte \(memberOffset ?? recordOffset)"
        handler.warning("\(source): \(place)\(targetURI.map { " of \($0.prefix(200))" } ?? ""): \(problem)")
    }
}
