/// The non-blank lines of a text, found byte by byte because a list may have a million of them.
struct TextLines: Sequence {
    struct Line {
        /// The line number, counted from 1.
        var number: Int
        /// The line without spaces and tabs at its ends.
        var text: String
        /// True if the line begins with a space or a tab.
        var isIndented: Bool
    }

    /// The UTF-8 byte order mark, which some editors write at the start of a file.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    func makeIterator() -> AnyIterator<Line> {
        var rest = bytes.starts(with: Self.mark) ? bytes.dropFirst(Self.mark.count) : bytes[...]
        var number = 0
        return AnyIterator {
            while !rest.isEmpty {
                let end = rest.firstIndex(where: Self.isEnd) ?? rest.endIndex
                let line = rest[rest.startIndex..<end]
                number += 1
                rest = rest[end...].dropFirst(rest[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
                let first = line.drop(while: Self.isBlank)
                let text = first.prefix(upTo: first.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? first.startIndex)
                guard !text.isEmpty else { continue }
                let isIndented = line.first.map(Self.isBlank) ?? false
                return Line(number: number, text: String(decoding: text, as: UTF8.self), isIndented: isIndented)
            }
            return nil
        }
    }
}
