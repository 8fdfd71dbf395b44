import Foundation
import TestSupport
import Testing

@testable import Markup

/// html5lib's tests of determining an encoding, which are not part of the project.
enum EncodingConformance {
    /// One test: a document and its encoding.
    struct Case: Sendable {
        var file: String
        var data: [UInt8]
        var encoding: String
    }

    /// The folder of the tests, or nil.
    static let folder = SharedMaterial.conformance("html5lib/encoding")

    /// Returns the tests of one file.
    static func cases(in file: String) throws -> [Case] {
        guard let folder else { return [] }
        var cases: [Case] = []
        var data: [[UInt8]]?
        var isEncoding = false
        for line in try [UInt8](Data(contentsOf: folder.appending(path: file)))
            .split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        {
            if line == Array("#data".utf8) {
                data = []
            } else if line == Array("#encoding".utf8) {
                isEncoding = true
            } else if isEncoding {
                isEncoding = false
                let bytes = Array((data ?? []).joined(separator: [0x0A]))
                cases.append(Case(file: file, data: bytes, encoding: String(decoding: line, as: UTF8.self)))
                data = nil
            } else {
                data?.append(line)
            }
        }
        return cases
    }
}

@Suite(
    "html5lib's encoding tests",
    .enabled(if: SharedMaterial.conformance("html5lib/encoding") != nil, "\(SharedMaterial.missingConformance)"))
struct EncodingConformanceTests {
    /// The tests that must pass, of the 82 that need no scripts.
    static let floor = 82

    @Test("At least as many pass as before")
    func passes() throws {
        var passed = 0
        var total = 0
        for file in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
            for test in try EncodingConformance.cases(in: file) {
                total += 1
                let found = try MarkupRecorder().parse(test.data)
                if found == CharacterEncoding(label: test.encoding) {
                    passed += 1
                } else {
                    let document = String(decoding: test.data.prefix(160), as: UTF8.self)
                    print("\(file): expected \(test.encoding), found \(found.rawValue): \(document)")
                }
            }
        }
        print("html5lib/encoding: \(passed) of \(total) pass")
        #expect(passed >= Self.floor)
    }
}
