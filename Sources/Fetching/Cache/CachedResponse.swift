import Glibc
import Syntax

/// A stored response without its body, which stays in the file until it is read.
struct CachedResponse: Sendable, Hashable {
    /// The status code.
    var status: Int

    /// The header fields.
    var fields: [HeaderField]

    /// The request fields that Vary names, with their values in the request (RFC 9111, section 4.1).
    var selecting: [HeaderField]

    /// The time of the request in seconds since 1970 (RFC 9111, section 4.2.3).
    var requestTime: Int64

    /// The time at which the response's head was received, in seconds since 1970.
    var responseTime: Int64

    /// The URL without its fragment.
    var address: String

    /// The path of the file, which starts with the body.
    var path: String

    /// The length of the body in bytes.
    var bodyByteCount: Int64

    /// The body's checksum.
    var checksum: UInt64

    /// True if the response, an earlier redirect or a later 304 response used a connection to a public address; see
    /// `ResponseHead.hasReachedPublic`.
    var hasReachedPublic = false

    /// The header fields of a conditional request for this response.
    var conditions: [HeaderField] { CachePolicy.conditions(of: fields) }

    /// Returns true if the response may be used without revalidation (RFC 9111, section 4.2).
    func isFresh(now: Int64) -> Bool {
        let directives = CachePolicy.directives(of: fields)
        guard directives["no-cache"] == nil else { return false }
        let age = CachePolicy.age(fields: fields, requestTime: requestTime, responseTime: responseTime, now: now)
        return CachePolicy.lifetime(status: status, fields: fields) > age
    }

    /// Updates the response with the fields of a 304 response (RFC 9111, section 4.3.4).
    mutating func update(with new: [HeaderField], requestTime: Int64, responseTime: Int64) {
        fields = CachePolicy.updated(fields, with: new)
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    /// Reads the body piece by piece.
    ///
    /// - Parameter receive: A function that receives the next bytes, which are valid during the call.
    /// - Throws: The error that `receive` throws, or ``CachedBodyReader/Damage``.
    func readBody(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        var reader = try CachedBodyReader(self)
        while try reader.readPiece(receive) {}
    }
}

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
        let fields = stride(from: 8, to: lines.count, by: 2).map { HeaderField(name: lines[$0], value: lines[$0 + 1]) }
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

/// A writer of one cache entry, whose file has a temporary name until it is complete.
///
/// A disk error discards the entry, but never fails the fetch.
struct CacheWriter: Sendable {
    private let part: String
    private let path: String
    private var descriptor: Int32
    private var entry: CachedResponse
    private var checksum = CacheChecksum()
    private let onCommit: @Sendable (Int64) -> Void

    /// Creates an entry's file; nil if that fails.
    ///
    /// - Parameters:
    ///   - entry: The entry; the writer computes the length and the checksum of its body.
    ///   - part: The temporary path of the file.
    ///   - onCommit: A function that is called with the file's length in bytes once the entry is complete.
    init?(_ entry: CachedResponse, part: String, onCommit: @escaping @Sendable (Int64) -> Void) {
        descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        self.part = part
        self.onCommit = onCommit
        path = entry.path
        self.entry = entry
        self.entry.bodyByteCount = 0
    }

    /// Adds bytes of the body.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard descriptor >= 0 else { return }
        checksum.add(bytes)
        entry.bodyByteCount += Int64(bytes.count)
        if !write(bytes) { discard() }
    }

    /// Completes the entry and renames its file.
    mutating func commit() {
        guard descriptor >= 0 else { return }
        entry.checksum = checksum.value
        let trailer = CacheEntryCoding.trailer(of: entry)
        guard trailer.withUnsafeBytes({ write($0) }), rename(part, path) == 0 else { return discard() }
        close(descriptor)
        descriptor = -1
        onCommit(entry.bodyByteCount + Int64(trailer.count))
    }

    /// Removes the file; has no effect once the entry is complete.
    mutating func discard() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(part)
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }
}

/// A reader of a stored response's body that verifies its checksum.
struct CachedBodyReader: ~Copyable {
    /// The error of a file that is missing or was changed.
    struct Damage: Error {}

    private let descriptor: Int32
    private let checksum: UInt64
    private var left: Int64
    private var sum = CacheChecksum()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens the file of a response; throws ``Damage`` if it no longer exists.
    init(_ response: CachedResponse) throws(Damage) {
        guard let (descriptor, _) = CacheEntryFile.open(response.path) else { throw Damage() }
        self.descriptor = descriptor
        checksum = response.checksum
        left = response.bodyByteCount
    }

    deinit { close(descriptor) }

    /// Reads the next piece.
    ///
    /// - Parameter receive: A function that receives the bytes, which are valid during the call.
    /// - Returns: False if the end of the body was reached and its checksum is right.
    /// - Throws: The error that `receive` throws, or ``Damage``.
    mutating func readPiece(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        guard left > 0 else {
            guard sum.value == checksum else { throw Damage() }
            return false
        }
        var count = 0
        let available = Int(min(left, Int64(buffer.count)))
        repeat { count = read(descriptor, &buffer, available) } while count < 0 && errno == EINTR
        guard count > 0 else { throw Damage() }
        left -= Int64(count)
        try buffer.withUnsafeBytes { bytes in
            let piece = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            sum.add(piece)
            try receive(piece)
        }
        return true
    }
}

/// Opening the files of a cache, whose directory may contain files of any kind.
enum CacheEntryFile {
    /// Opens a regular file for reading.
    ///
    /// Opening a named pipe would block forever, and a symbolic link may lead anywhere.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The descriptor, which the caller must close, and the size in bytes; nil if the path does not lead to
    ///   a regular file.
    static func open(_ path: String) -> (descriptor: Int32, size: Int)? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        return (descriptor, Int(status.st_size))
    }
}

/// A checksum that detects incomplete and damaged files, and is computed about as fast as memory is read.
///
/// It is not cryptographic.
struct CacheChecksum: Sendable, Hashable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325
    private var pending: UInt64 = 0
    private var byteCount: UInt64 = 0

    /// The checksum of the bytes added so far.
    var value: UInt64 { mixed(state ^ byteCount, pending) }

    /// Adds bytes; the result does not depend on how they are split into pieces.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count, byteCount % 8 != 0 { addByte(bytes[index], &index) }
        while index + 8 <= bytes.count {
            state = mixed(state, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
            byteCount += 8
        }
        while index < bytes.count { addByte(bytes[index], &index) }
    }

    private mutating func addByte(_ byte: UInt8, _ index: inout Int) {
        pending |= UInt64(byte) << (8 * (byteCount % 8))
        byteCount += 1
        index += 1
        if byteCount % 8 == 0 {
            state = mixed(state, pending)
            pending = 0
        }
    }

    private func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 29)
    }
}
