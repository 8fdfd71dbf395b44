import Syntax

/// The files of an export: a ZIP archive or a directory.
package protocol ImportArchive: Sendable {
    /// The paths of the files, with `/` between their components.
    var paths: [String] { get }
    /// The size of the archive in bytes, if its files are compressed; nil for a directory.
    var byteCount: Int? { get }
    /// The paths that several files have, of which the first one counts; once for each further file.
    var repeatedPaths: [String] { get }

    /// Returns the content of a file; nil if there is no such file.
    ///
    /// - Parameter path: One of ``paths``, or another path.
    /// - Returns: The bytes.
    /// - Throws: ``ImportExportError`` or the error of the file system if the file cannot be read.
    func content(of path: String) throws -> [UInt8]?
}

extension ImportArchive {
    /// Nil, as of a directory.
    package var byteCount: Int? { nil }

    /// None, as in a directory.
    package var repeatedPaths: [String] { [] }
}

/// A ZIP archive in memory (APPNOTE.TXT of PKWARE, version 6.3), as Pocket and Omnivore export it.
///
/// It reads stored and deflated files. Paths are only compared, and nothing is written to the file system.
struct ZIPArchive: ImportArchive {
    private struct Member {
        let method: Int
        let checksum: [UInt8]
        let size: [UInt8]
        let compressedSize: Int
        let headerOffset: Int

        /// The size of the content, as the directory states it.
        var contentByteCount: Int {
            method == 0 ? compressedSize : size.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// The maximum size of a decompressed file.
    ///
    /// Omnivore writes 20 articles into a file of about 20 KB, and Pocket 10,000 into one of about 2 MB.
    private static let maximumContentByteCount = 256 << 20

    private let bytes: [UInt8]
    private let members: [String: Member]
    package let repeatedPaths: [String]

    package var paths: [String] { Array(members.keys) }
    package var byteCount: Int? { bytes.count }

    /// Returns true if a file begins as an archive does that contains at least one file.
    static func hasMagicNumber(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Reads the directory of an archive.
    ///
    /// - Parameter bytes: The whole archive.
    /// - Throws: ``ImportExportError/malformed(_:)`` if the archive is truncated or too large, or if its files together
    ///   are so large that it must be malicious.
    init(_ bytes: [UInt8]) throws(ImportExportError) {
        self.bytes = bytes
        let reader = ZIPFields(bytes)
        // The record at the end has 22 bytes and a comment of at most 65,535 bytes.
        let earliest = max(0, bytes.count - 22 - 65_535)
        let candidates = stride(from: bytes.count - 22, through: earliest, by: -1)
        guard let end = candidates.first(where: { reader.number($0, 4) == 0x0605_4B50 }),
            let count = reader.number(end + 10, 2), let start = reader.number(end + 16, 4)
        else { throw .malformed("the ZIP archive is truncated") }
        guard count < 0xFFFF, start < 0xFFFF_FFFF else {
            throw .malformed("the ZIP archive has the format ZIP64: unpack it and import the directory")
        }
        var members: [String: Member] = [:]
        var repeatedPaths: [String] = []
        // Thousands of files may share the same compressed bytes.
        let limit = ExpansionLimit()
        limit.receive(bytes.count)
        var offset = start
        for _ in 0..<count {
            guard reader.number(offset, 4) == 0x0201_4B50, let flags = reader.number(offset + 8, 2),
                let method = reader.number(offset + 10, 2), let compressedSize = reader.number(offset + 20, 4),
                let nameLength = reader.number(offset + 28, 2), let extraLength = reader.number(offset + 30, 2),
                let commentLength = reader.number(offset + 32, 2), let header = reader.number(offset + 42, 4),
                let name = reader.bytes(offset + 46, nameLength), let checksum = reader.bytes(offset + 16, 4),
                let size = reader.bytes(offset + 24, 4)
            else { throw .malformed("the directory of the ZIP archive is damaged") }
            guard flags & 1 == 0 else { throw .malformed("the ZIP archive is encrypted") }
            let path = String(decoding: name, as: UTF8.self).streamSafe
            if !path.hasSuffix("/"), members[path] != nil {
                repeatedPaths.append(path)
            } else if !path.hasSuffix("/") {
                let member = Member(
                    method: method, checksum: Array(checksum), size: Array(size), compressedSize: compressedSize,
                    headerOffset: header)
                do { try limit.produce(member.contentByteCount) } catch {
                    throw .malformed("the ZIP archive cannot be read: \(error)")
                }
                members[path] = member
            }
            offset += 46 + nameLength + extraLength + commentLength
        }
        self.members = members
        self.repeatedPaths = repeatedPaths
    }

    package func content(of path: String) throws -> [UInt8]? {
        guard let member = members[path] else { return nil }
        let reader = ZIPFields(bytes)
        let header = member.headerOffset
        guard reader.number(header, 4) == 0x0403_4B50, let nameLength = reader.number(header + 26, 2),
            let extraLength = reader.number(header + 28, 2),
            let data = reader.bytes(header + 30 + nameLength + extraLength, member.compressedSize)
        else { throw ImportExportError.malformed("\(path): the ZIP archive is damaged") }
        guard member.compressedSize <= Self.maximumContentByteCount else { throw Self.tooLarge(path) }
        switch member.method {
        case 0: return Array(data)
        case 8: return try Self.inflated(data, member, path: path)
        default:
            throw ImportExportError.malformed(
                "\(path): compressed with method \(member.method), which is not supported")
        }
    }

    /// Decompresses a file as the only member of gzip data, whose reader checks the checksum and the size.
    private static func inflated(_ data: ArraySlice<UInt8>, _ member: Member, path: String) throws -> [UInt8] {
        let gzip = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF] + data + member.checksum + member.size
        var content: [UInt8] = []
        do {
            let stream = try GunzipStream()
            try gzip.withUnsafeBufferPointer { input in
                try stream.push(input) { part in
                    guard content.count + part.count <= maximumContentByteCount else { throw tooLarge(path) }
                    guard content.count + part.count <= member.contentByteCount else {
                        throw CompressionError.tooLong(limit: member.contentByteCount)
                    }
                    content.append(contentsOf: part)
                }
            }
            try stream.finish()
        } catch let error as ImportExportError {
            throw error
        } catch {
            throw ImportExportError.malformed("\(path): the ZIP archive is damaged: \(error)")
        }
        return content
    }

    private static func tooLarge(_ path: String) -> ImportExportError {
        .malformed("\(path): larger than \(maximumContentByteCount) bytes")
    }
}

/// The little-endian fields of a ZIP archive.
private struct ZIPFields {
    private let content: [UInt8]

    init(_ bytes: [UInt8]) { content = bytes }

    /// Returns a number; nil if it is out of bounds.
    func number(_ offset: Int, _ count: Int) -> Int? {
        bytes(offset, count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns bytes; nil if they are out of bounds.
    func bytes(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= content.count - count else { return nil }
        return content[offset..<offset + count]
    }
}
