import DownloadLists
package import DownloadQueue
import FoundationEssentials
import WHATWGURL

/// Hands items to a running aria2 through its JSON-RPC interface, many in one call of `system.multicall`.
package struct Aria2Call: Sendable {
    /// What aria2 said about one item.
    package enum Answer: Sendable, Hashable {
        /// It took the item.
        case taken
        /// It has had the item since an earlier call.
        case known
        /// It refused the item.
        case refused(String)
    }

    /// Why a call failed as a whole.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// The secret is wrong or missing.
        case unauthorized
        /// The answer is not one of aria2's.
        case malformed(String)

        package var description: String {
            switch self {
            case .unauthorized: "aria2 does not accept the secret; give it by --secret or LEFTOFF_ARIA2_SECRET"
            case .malformed(let reason): "not an answer of aria2: \(reason)"
            }
        }
    }

    /// The most bytes of one call: aria2 takes 2 MiB unless it is told otherwise.
    private static let byteLimit = 1_500_000

    /// The items of this call.
    package let items: [QueueItem]
    /// The request's body.
    package let body: [UInt8]

    /// Makes the calls for items, as few as aria2 takes.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - secret: aria2's secret, if it has one.
    ///   - includesCredentials: Whether user names, passwords and fields such as Cookie are handed over.
    /// - Returns: The calls, in order.
    /// - Throws: ``QueueError/unsafeExport(id:field:)``.
    package static func calls(
        _ items: [QueueItem], secret: String?, includesCredentials: Bool
    ) throws -> [Aria2Call] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var calls: [Aria2Call] = []
        var waiting: (items: [QueueItem], parts: [[UInt8]], count: Int) = ([], [], 0)
        func end() {
            if waiting.items.isEmpty { return }
            let opening = Array(#"{"id":"leftoff","jsonrpc":"2.0","method":"system.multicall","params":[["#.utf8)
            let body = opening + Array(waiting.parts.joined(separator: [UInt8(ascii: ",")])) + Array("]]}".utf8)
            calls.append(Aria2Call(items: waiting.items, body: body))
            waiting = ([], [], 0)
        }
        let exported = items.map { ExportItem($0, includesCredentials: includesCredentials) }
        for item in exported { try item.checkLines() }
        let entries = ExportNames.aria2.applied(to: exported.map(\.entry))
        for (item, entry) in zip(items, entries) {
            // aria2 says in several ways why it takes nothing twice; whether it knows the item is a question of its own.
            let part =
                Array(try encoder.encode(Method(entry, id: item.id, secret: secret))) + [UInt8(ascii: ",")]
                + Array(try encoder.encode(Question(id: item.id, secret: secret)))
            if waiting.count + part.count > byteLimit { end() }
            waiting.items.append(item)
            waiting.parts.append(part)
            waiting.count += part.count + 1
        }
        end()
        return calls
    }

    /// Reads aria2's answer.
    ///
    /// - Parameter bytes: The body of the response.
    /// - Returns: What it said about each item, in order.
    /// - Throws: ``Failure``.
    package func answers(_ bytes: [UInt8]) throws(Failure) -> [Answer] {
        let response: Response
        do {
            response = try JSONDecoder().decode(Response.self, from: Data(bytes))
        } catch {
            throw .malformed("not JSON-RPC")
        }
        if let error = response.error { throw Self.failure(error.message) }
        guard let results = response.result, results.count == 2 * items.count else {
            throw .malformed("it has not two answers for each item")
        }
        var answers: [Answer] = []
        for place in stride(from: 0, to: results.count, by: 2) {
            switch (results[place], results[place + 1]) {
            case (.value, _): answers.append(.taken)
            case (.error(let error), _) where error.message == "Unauthorized": throw .unauthorized
            case (.error, .value): answers.append(.known)
            case (.error(let error), .error): answers.append(.refused(error.message))
            }
        }
        return answers
    }

    private static func failure(_ message: String) -> Failure {
        message == "Unauthorized" ? .unauthorized : .malformed(String(message.prefix(200)))
    }

    /// The number that aria2 is to give an item: always the same, so that it takes no item twice.
    static func number(of id: String) -> String {
        // FNV-1a, 64 bits; aria2 wants sixteen digits and not all of them 0.
        let hash = id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(max(1, hash), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: Messages

    private struct Method: Encodable {
        private enum Key: String, CodingKey { case methodName, params }

        let entry: DownloadEntry
        let id: String
        let secret: String?

        init(_ entry: DownloadEntry, id: String, secret: String?) {
            self.entry = entry
            self.id = id
            self.secret = secret
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("aria2.addUri", forKey: .methodName)
            var params = container.nestedUnkeyedContainer(forKey: .params)
            if let secret { try params.encode("token:\(secret)") }
            try params.encode([entry.url.href])
            try params.encode(options)
        }

        private var options: [String: Option] {
            var options: [String: Option] = ["gid": .text(Aria2Call.number(of: id))]
            options["dir"] = entry.directory.map(Option.text)
            options["out"] = entry.name.map(Option.text)
            options["checksum"] = entry.digest.map { .text("\($0.type)=\($0.digits)") }
            options["referer"] = entry.referer.map(Option.text)
            options["user-agent"] = entry.userAgent.map(Option.text)
            options["all-proxy"] = entry.proxy.map(Option.text)
            if !entry.headers.isEmpty { options["header"] = .list(entry.headers) }
            return options
        }
    }

    private struct Question: Encodable {
        private enum Key: String, CodingKey { case methodName, params }

        let id: String
        let secret: String?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("aria2.tellStatus", forKey: .methodName)
            var params = container.nestedUnkeyedContainer(forKey: .params)
            if let secret { try params.encode("token:\(secret)") }
            try params.encode(Aria2Call.number(of: id))
            try params.encode(["status"])
        }
    }

    private enum Option: Encodable {
        case text(String)
        case list([String])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .list(let list): try container.encode(list)
            }
        }
    }

    private struct Fault: Decodable {
        var message: String
    }

    private enum Outcome: Decodable {
        case value
        case error(Fault)

        init(from decoder: any Decoder) throws {
            // A value comes as an array of one, whatever it is; an error as an object.
            if (try? decoder.unkeyedContainer()) != nil {
                self = .value
            } else {
                self = .error(try Fault(from: decoder))
            }
        }
    }

    private struct Response: Decodable {
        var result: [Outcome]?
        var error: Fault?
    }
}
