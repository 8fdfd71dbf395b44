import LinkHarvest
import Syntax
import Testing

@Suite("gzip")
struct GunzipTests {
    private func gunzip(_ bytes: [UInt8], parts: Int = 1000) throws -> [UInt8] {
        let stream = try GunzipStream()
        var output: [UInt8] = []
        try inParts(bytes, of: parts) { part in try stream.push(part) { output.append(contentsOf: $0) } }
        try stream.finish()
        return output
    }

    @Test(
        "All members are decompressed, in any parts, and bytes after them are ignored",
        arguments: [1, 2, 3, 10_000])
    func members(parts: Int) throws {
        let members = try gzip(Array("one".utf8)) + gzip([]) + gzip(Array("two".utf8))
        #expect(try gunzip(members, parts: parts) == Array("onetwo".utf8))
        #expect(try gunzip(members + [0, 0, 0], parts: parts) == Array("onetwo".utf8))
        #expect(try gunzip(members + [0x1F], parts: parts) == Array("onetwo".utf8))
    }

    @Test("Compressed bytes are decompressed to the original", arguments: [0, 1, 100, 70_000])
    func compressed(count: Int) throws {
        // Half of it repeats, half of it cannot be compressed.
        var state: UInt32 = 7
        let bytes = (0..<count).map { index -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return index % 1000 < 500 ? UInt8(index % 7) : UInt8(state >> 24)
        }
        let member = try #require(Gzip.compressed(bytes))
        #expect(try gunzip(member) == bytes)
    }

    @Test("A truncated file is an error at every byte, and its earlier output is kept")
    func cut() throws {
        let whole = try gzip(Array("some text, some text".utf8))
        for count in whole.indices {
            #expect(throws: CompressionError.truncated) { try gunzip(Array(whole[..<count])) }
        }
    }

    @Test("A damaged file is an error")
    func damaged() throws {
        var bytes = try gzip(Array("some text".utf8))
        bytes[bytes.count - 6] ^= 1
        #expect(throws: CompressionError.self) { try gunzip(bytes) }
        #expect(throws: CompressionError.corrupt(byte: 0)) { try gunzip(Array("<html>".utf8)) }
    }

    @Test("A decompression bomb is rejected long before its end")
    func bomb() throws {
        let bytes = try gzip([UInt8](repeating: 0x20, count: 64 << 20))
        let stream = try GunzipStream()
        var count = 0
        #expect(throws: CompressionError.bomb(ratio: 250)) {
            try inParts(bytes, of: 1 << 14) { part in try stream.push(part) { count += $0.count } }
        }
        #expect(count < 32 << 20)
    }

    @Test("A bomb within a bomb is rejected as early")
    func nestedBomb() throws {
        let inner = try gzip([UInt8](repeating: 0x20, count: 64 << 20))
        let bytes = try gzip(inner)
        let outer = try GunzipStream()
        let stream = try GunzipStream(within: outer.limit)
        var count = 0
        #expect(throws: CompressionError.bomb(ratio: 250)) {
            try inParts(bytes, of: 16) { part in
                try outer.push(part) { try stream.push($0) { count += $0.count } }
            }
        }
        #expect(bytes.count < 2_000 && count <= ExpansionLimit.documentAllowance)
    }
}
