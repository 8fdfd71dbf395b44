import HTTPSyntax
import Numbers
import Transfer

/// The format of an entry's file: the body, lines that describe the response, and a tail of fixed length.
///
/// The description follows the body, so that the body can be written while it arrives. A missing tail shows that the
/// file is truncated.
enum CacheEntryCoding {
    /// The last bytes of every file, which contain the version of the format.
    ///
    /// A file of another version counts as damaged and is replaced. Version 1 did not record if a public host had
    /// responded.
    private static let magic = Array("leftoff-cache-2\n".utf8)

    /// The times of requests and responses that are possible, in seconds since 1970: the years 0 to 9999.
    private static let times: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// The length of the tail in bytes: the length of the description in 16 digits, then the magic number.
    static var tailByteCount: Int { 16 + magic.count }

    /// Returns the description and the tail, which follow the body.
    static func trailer(of entry: CachedResponse) -> [UInt8] {
        var lines = [
            entry.address, "\(entry.status)", "\(entry.requestTime)", "\(entry.responseTime)", "\(entry.bodyByteCount)",
            "\(entry.checksum)", entry.hasReachedPublic ? "public" : "any", "\(entry.selecting.count)",
        ]
        for field in entry.selecting + entry.fields { lines += [field.name, field.value] }
        let text = Array(lines.map { escaped($0) + "\n" }.joined().utf8)
        // The description has a checksum of its own, because the body's is not checked until the body is read.
        var sum = CacheChecksum()
        text.withUnsafeBytes { sum.add($0) }
        let described = text + Array("\(sum.value)\n".utf8)
        let length = String(described.count)
        return described + Array((String(repeating: "0", count: 16 - length.utf8.count) + length).utf8) + magic
    }

    /// Parses the tail, and returns the length of the description in bytes; nil if the tail is invalid.
    static func descriptionByteCount(tail: [UInt8]) -> Int? {
        guard tail.count == tailByteCount, Array(tail[16...]) == magic else { return nil }
        return Int(String(decoding: tail[..<16], as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Parses the description of an entry.
    ///
    /// - Parameters:
    ///   - described: The lines with their checksum.
    ///   - path: The path of the entry's file.
    /// - Returns: The entry; nil if the description is damaged.
    static func entry(_ described: [UInt8], path: String) -> CachedResponse? {
        guard described.last == 0x0A, let end = described.dropLast().lastIndex(of: 0x0A) else { return nil }
        var sum = CacheChecksum()
        described.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[...end])) }
        guard String(decoding: described[(end + 1)...].dropLast(), as: UTF8.self) == "\(sum.value)" else { return nil }
        let lines = described[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { unescaped(String(decoding: $0, as: UTF8.self)) }
        guard lines.count >= 8, lines.count % 2 == 0, let status = Int(lines[1]), let requestTime = Int64(lines[2]),
            let responseTime = Int64(lines[3]), times.contains(requestTime), times.contains(responseTime),
            let bodyByteCount = ByteCount(digits: lines[4])?.bytes, let checksum = UInt64(lines[5]),
            let selectingCount = Int(lines[7]), (0...lines.count / 2 - 4).contains(selectingCount)
        else { return nil }
        let fields = stride(from: 8, to: lines.count, by: 2).map { HTTPField(name: lines[$0], value: lines[$0 + 1]) }
        return CachedResponse(
            status: status, fields: Array(fields[selectingCount...]), selecting: Array(fields[..<selectingCount]),
            requestTime: requestTime, responseTime: responseTime, address: lines[0], path: path,
            bodyByteCount: bodyByteCount, checksum: checksum, hasReachedPublic: lines[6] == "public")
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x5C }) else { return text }
        return String(text.flatMap { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : String($0) })
    }

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(0x5C) else { return text }
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                result.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}
