import Syntax
import Testing

@testable import Fetching

@Suite("Cache policy")
struct CachePolicyTests {
    private func fields(_ text: String) -> [HeaderField] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return HeaderField(name: String(parts[0]), value: parts[1].drop { $0 == " " }.description)
        }
    }

    private static let date = "Date: Thu, 01 Jan 1970 00:16:40 GMT"  // 1000

    @Test(
        "A response is fresh for the time that its fields allow",
        arguments: [
            ("Cache-Control: max-age=60", 200, 60), ("Cache-Control: public, Max-Age=\"60\"", 200, 60),
            ("Cache-Control: max-age=60\nExpires: Thu, 01 Jan 1970 01:00:00 GMT\n" + date, 200, 60),
            ("Cache-Control: s-maxage=60", 200, 0), ("Cache-Control: max-age=x", 200, 0),
            ("Cache-Control: max-age=99999999999999999999", 200, 1 << 40), ("Cache-Control: max-age=-1", 200, 0),
            ("Expires: Thu, 01 Jan 1970 00:17:40 GMT\n" + date, 200, 60), ("Expires: 0\n" + date, 200, 0),
            ("Expires: Thu, 01 Jan 1970 00:17:40 GMT", 200, 0),
            ("Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT\n" + date, 200, 100),
            ("Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT\n" + date, 302, 0),
            ("Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT\nDate: Fri, 01 Jan 2010 00:00:00 GMT", 200, 86_400),
            ("Last-Modified: Fri, 01 Jan 2010 00:00:00 GMT\n" + date, 200, 0), (date, 200, 0),
        ])
    func lifetime(text: String, status: Int, expected: Int64) {
        #expect(CachePolicy.lifetime(status: status, fields: fields(text)) == expected)
    }

    @Test(
        "The numbers of a stored response are in range, or it counts as damaged",
        arguments: [
            (0, 0, true), (253_402_300_799, 9_007_199_254_740_991, true), (-62_167_219_200, 0, true),
            (-62_167_219_201, 0, false), (253_402_300_800, 0, false),
            (.min, 0, false), (.max, 0, false), (0, -1, false), (0, 9_007_199_254_740_992, false), (0, .max, false),
        ] as [(Int64, Int64, Bool)])
    func storedNumbers(time: Int64, byteCount: Int64, isSound: Bool) {
        for (requestTime, responseTime) in [(time, 0), (0, time)] {
            let stored = CachedResponse(
                status: 200, fields: fields("Age: 99999999999999999999\n" + Self.date), selecting: [],
                requestTime: requestTime, responseTime: responseTime, address: "http://a.example/", path: "/c",
                bodyByteCount: byteCount, checksum: 1)
            let described = CacheEntryCoding.trailer(of: stored).dropLast(CacheEntryCoding.tailByteCount)
            let entry = CacheEntryCoding.entry(Array(described), path: "/c")
            #expect(entry == (isSound ? stored : nil))
            #expect(entry?.isFresh(now: 1 << 40) != true)
        }
    }

    @Test(
        "Only storable responses are stored",
        arguments: [
            ("Cache-Control: max-age=60", 200, true), ("Cache-Control: max-age=60, no-store", 200, false),
            ("Cache-Control: max-age=60\nSet-Cookie: a=1", 200, true),
            ("Cache-Control: max-age=60\nSet-Cookie: a=1", 301, false),
            ("Cache-Control: x=\"no-store\", max-age=60", 200, true), ("Cache-Control: max-age=60", 206, false),
            ("Cache-Control: max-age=60", 503, true), ("ETag: \"a\"", 200, true), ("ETag: \"a\"", 503, false),
            ("ETag: \"a\"\nVary: *", 200, false), ("ETag: \"a\"\nVary: Accept", 200, true), ("X: y", 200, false),
            ("Cache-Control: no-cache\nETag: \"a\"", 200, true), ("Last-Modified: never", 200, false),
            ("Cache-Control: private, max-age=9", 404, true),
        ])
    func isStorable(text: String, status: Int, expected: Bool) {
        #expect(CachePolicy.isStorable(status: status, fields: fields(text), requestFields: []) == expected)
    }

    @Test("The response to a request with no-store is not stored")
    func noStoreRequest() {
        #expect(
            !CachePolicy.isStorable(
                status: 200, fields: fields("Cache-Control: max-age=60"),
                requestFields: fields("Cache-Control: no-store")))
    }

    @Test(
        "The age includes the Age field, the time of the transfer and the time in the cache",
        arguments: [
            (date, 1_000, 1_000, 1_000, 0), (date, 1_000, 1_010, 1_010, 10), (date, 1_000, 1_000, 1_050, 50),
            (date + "\nAge: 30", 1_000, 1_005, 1_010, 40), ("Age: 30", 1_000, 1_000, 1_000, 30),
            ("Age: x", 1_000, 1_000, 1_001, 1), (date, 500, 500, 500, 0), ("Age: 3, 900", 10, 10, 10, 3),
        ] as [(String, Int64, Int64, Int64, Int64)])
    func age(text: String, requestTime: Int64, responseTime: Int64, now: Int64, expected: Int64) {
        #expect(
            CachePolicy.age(fields: fields(text), requestTime: requestTime, responseTime: responseTime, now: now)
                == expected)
    }

    @Test("A 304 updates fields about the response and keeps those about the body")
    func update() {
        let old = fields("ETag: \"a\"\nContent-Type: text/html\nX-Old: 1\nCache-Control: max-age=1")
        let new = fields("Cache-Control: max-age=9\nContent-Type: text/plain\nContent-Length: 0\nX-New: 2")
        let expected = fields("ETag: \"a\"\nContent-Type: text/html\nX-Old: 1\nCache-Control: max-age=9\nX-New: 2")
        #expect(CachePolicy.updated(old, with: new) == expected)
    }

    @Test(
        "An entry's metadata survives writing and reading, whatever its fields contain", arguments: [false, true])
    func coding(hasReachedPublic: Bool) throws {
        let entry = CachedResponse(
            status: 200, fields: [HeaderField(name: "X", value: "a\\nb\n\u{FC}\\"), HeaderField(name: "", value: "")],
            selecting: [HeaderField(name: "accept", value: "x")], requestTime: 1, responseTime: -2,
            address: "http://a/",
            path: "p", bodyByteCount: 3, checksum: .max, hasReachedPublic: hasReachedPublic)
        let trailer = CacheEntryCoding.trailer(of: entry)
        let tail = Array(trailer.suffix(CacheEntryCoding.tailByteCount))
        let count = try #require(CacheEntryCoding.descriptionByteCount(tail: tail))
        #expect(count == trailer.count - tail.count)
        #expect(CacheEntryCoding.entry(Array(trailer[..<count]), path: "p") == entry)
        for index in 0..<count {
            var damaged = Array(trailer[..<count])
            damaged[index] ^= 1
            #expect(CacheEntryCoding.entry(damaged, path: "p") == nil, "byte \(index)")
        }
    }

    @Test("The checksum does not depend on how the bytes are cut", arguments: 0..<40)
    func checksum(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var whole = CacheChecksum()
        bytes.withUnsafeBytes { whole.add($0) }
        for cut in 0...length {
            var parts = CacheChecksum()
            bytes[..<cut].withUnsafeBytes { parts.add($0) }
            bytes[cut...].withUnsafeBytes { parts.add($0) }
            #expect(parts.value == whole.value)
        }
        var longer = CacheChecksum()
        (bytes + [0]).withUnsafeBytes { longer.add($0) }
        #expect(longer.value != whole.value)
    }
}
