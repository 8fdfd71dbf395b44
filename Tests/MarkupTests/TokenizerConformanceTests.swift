import Foundation
import Markup
import TestSupport
import Testing

/// html5lib's tests of the tokenizer.
enum TokenizerConformance {
    /// A test in one of its initial states.
    struct Case: Sendable {
        var description: String
        var input: [UInt8]
        var start: HTMLTokens.Start
        var lastStartTag: String?
        /// True if the test expects the tokens of a tree that XML can represent (HTML Standard, 13.2.9).
        var isForXML: Bool
        var output: [HTMLToken]
    }

    static let folder = SharedMaterial.conformance("html5lib/tokenizer")

    /// Returns the cases of all files and the number of cases with a lone surrogate, which UTF-8 cannot represent.
    static func load() throws -> (cases: [Case], surrogates: Int) {
        guard let folder else { return ([], 0) }
        var cases: [Case] = []
        var surrogates = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix(".test") {
            let data = try Data(contentsOf: folder.appending(path: name))
            let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            for test in (file["tests"] ?? file["xmlViolationTests"]) as? [[String: Any]] ?? [] {
                let states = test["initialStates"] as? [String] ?? ["Data state"]
                guard let found = try read(test, isXML: file["tests"] == nil, file: name) else {
                    surrogates += states.count
                    continue
                }
                for state in states {
                    var found = found
                    found.start = try #require(HTMLTokens.Start(rawValue: state))
                    cases.append(found)
                }
            }
        }
        return (cases, surrogates)
    }

    private static func read(_ test: [String: Any], isXML: Bool, file: String) throws -> Case? {
        let isEscaped = test["doubleEscaped"] as? Bool ?? false
        func text(_ value: Any?) -> String? {
            guard let value = value as? String else { return nil }
            return isEscaped ? unescaped(value) : value
        }
        let description = "\(file): \(test["description"] as? String ?? "")"
        guard let input = text(test["input"]) else { return nil }
        var output: [HTMLToken] = []
        for token in test["output"] as? [[Any]] ?? [] {
            guard let kind = token.first as? String else { continue }
            switch kind {
            case "StartTag":
                guard let name = text(token[1]), let pairs = token[2] as? [String: String] else { return nil }
                var attributes: [HTMLToken.Attribute] = []
                for (key, value) in pairs {
                    guard let key = text(key), let value = text(value) else { return nil }
                    attributes.append(HTMLToken.Attribute(name: key, value: value))
                }
                let isSelfClosing = token.count > 3 && token[3] as? Bool == true
                output.append(.startTag(name: name, attributes: sorted(attributes), isSelfClosing: isSelfClosing))
            case "EndTag":
                guard let name = text(token[1]) else { return nil }
                output.append(.endTag(name: name))
            case "Comment":
                guard let content = text(token[1]) else { return nil }
                output.append(.comment(content))
            case "Character":
                guard let content = text(token[1]) else { return nil }
                output.append(.characters(content))
            default:
                output.append(
                    .doctype(
                        name: text(token[1]), publicID: text(token[2]), systemID: text(token[3]),
                        isCorrect: token[4] as? Bool ?? false))
            }
        }
        return Case(
            description: description, input: Array(input.utf8), start: .data,
            lastStartTag: test["lastStartTag"] as? String, isForXML: isXML, output: output)
    }

    /// The tests do not specify the order of attributes.
    static func sorted(_ attributes: [HTMLToken.Attribute]) -> [HTMLToken.Attribute] {
        attributes.sorted { $0.name < $1.name }
    }

    /// Replaces `\uXXXX`; returns nil for a lone surrogate.
    private static func unescaped(_ text: String) -> String? {
        var units: [UInt16] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first == "\\", rest.dropFirst().first == "u", let unit = UInt16(rest.dropFirst(2).prefix(4), radix: 16) {
                units.append(unit)
                rest = rest.dropFirst(6)
            } else {
                units += Array(String(first).utf16)
                rest = rest.dropFirst()
            }
        }
        return String(validating: units, as: UTF16.self)
    }

    /// Returns a token with the characters replaced that XML cannot represent, as a tree builder for XML replaces them.
    private static func coerced(_ token: HTMLToken) -> HTMLToken {
        switch token {
        case .characters(let text):
            .characters(text.replacing("\u{FFFF}", with: "\u{FFFD}").replacing("\u{C}", with: " "))
        case .comment(let text): .comment(text.replacing("--", with: "- -"))
        default: token
        }
    }

    /// The tokens of a case in the format of the tests.
    static func tokens(of test: Case, cuts: [Int] = []) -> [HTMLToken] {
        HTMLTokens.tokens(in: test.input, start: test.start, lastStartTag: test.lastStartTag, cuts: cuts).map { token in
            let token = test.isForXML ? coerced(token) : token
            guard case .startTag(let name, let attributes, let isSelfClosing) = token else { return token }
            return .startTag(name: name, attributes: sorted(attributes), isSelfClosing: isSelfClosing)
        }
    }
}

@Suite(
    "html5lib's tokenizer tests",
    .enabled(if: SharedMaterial.conformance("html5lib/tokenizer") != nil, "\(SharedMaterial.missingConformance)"))
struct TokenizerConformanceTests {
    @Test("All tests pass, with the text in one part and cut at every byte")
    func passes() throws {
        let (cases, surrogates) = try TokenizerConformance.load()
        var passed = 0
        var cutDifferently = 0
        for test in cases {
            let tokens = TokenizerConformance.tokens(of: test)
            if tokens == test.output {
                passed += 1
            } else {
                Issue.record("\(test.description) \(test.start): \(tokens) rather than \(test.output)")
            }
            for cut in test.input.indices.dropFirst()
            where TokenizerConformance.tokens(of: test, cuts: [cut]) != tokens {
                cutDifferently += 1
            }
            let everywhere = Array(test.input.indices.dropFirst())
            if TokenizerConformance.tokens(of: test, cuts: everywhere) != tokens { cutDifferently += 1 }
        }
        print(
            "html5lib/tokenizer: \(passed) of \(cases.count) pass; \(surrogates) left out for a lone surrogate"
        )
        #expect(cases.count + surrogates >= 7000)
        #expect(passed == cases.count)
        #expect(cutDifferently == 0)
    }
}
