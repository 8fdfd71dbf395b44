package import DownloadQueue
import FileFormats
import FoundationEssentials
import Syntax
import WHATWGURL

/// A request that adds several downloads to a running aria2 through JSON-RPC, as one `system.multicall`.
package struct Aria2Call: Sendable {
    /// The result of the call for one download.
    package enum Outcome: Sendable, Hashable {
        /// aria2 has added the download.
        case added
        /// The download was already added by an earlier call.
        case duplicate
        /// The download was rejected; the value is aria2's message.
        case refused(String)
    }

    /// An error that affects a whole call.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// The secret is wrong or missing.
        case unauthorized
        /// The response differs from the format that aria2 documents; the value is the reason.
        case malformed(String)

        package var description: String {
            switch self {
            case .unauthorized: "aria2 rejects the secret; set it with --secret or LEFTOFF_ARIA2_SECRET"
            case .malformed(let reason): "not a response of aria2: \(reason)"
            }
        }
    }

    /// The maximum number of bytes in a request body.
    ///
    /// By default, aria2 accepts 2 MiB (`--rpc-max-request-size`).
    private static let byteLimit = 1_500_000

    /// The downloads that this call adds.
    package let items: [QueueItem]
    /// The request body, in JSON.
    package let body: [UInt8]

    /// Creates as few calls as the size limit of aria2 permits.
    ///
    /// - Parameters:
    ///   - items: Downloads in the order in which they are to be added.
    ///   - secret: The value of aria2's option `--rpc-secret`; nil if aria2 was started without it.
    ///   - includesCredentials: True to send user names, passwords, and header fields such as Cookie.
    /// - Returns: The calls, in the order in which they must be sent, and the reasons why other downloads are not sent:
    ///   the address is not http or https, or a field contains a line break or a NUL.
    /// - Throws: `EncodingError`.
    package static func calls(
        _ items: [QueueItem], secret: String?, includesCredentials: Bool
    ) throws -> (calls: [Aria2Call], unsafe: [QueueError]) {
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
        var exported: [ExportItem] = []
        var unsafe: [QueueError] = []
        for item in items.map({ ExportItem($0, includesCredentials: includesCredentials) }) {
            do throws(QueueError) {
                try item.checkAddress()
                try item.checkLines()
                exported.append(item)
            } catch {
                unsafe.append(error)
            }
        }
        let entries = ExportNames.aria2.applied(to: exported.map(\.entry))
        for (item, entry) in zip(exported.map(\.item), entries) {
            // aria2 has several messages for a duplicate, so a second method requests the status of the download.
            let part =
                Array(try encoder.encode(AddRequest(entry, id: item.id, secret: secret))) + [UInt8(ascii: ",")]
                + Array(try encoder.encode(StatusRequest(id: item.id, secret: secret)))
            if waiting.count + part.count > byteLimit { end() }
            waiting.items.append(item)
            waiting.parts.append(part)
            waiting.count += part.count + 1
        }
        end()
        return (calls, unsafe)
    }

    /// Parses the response of aria2.
    ///
    /// - Parameter bytes: The body of the response.
    /// - Returns: The result for each download, in the order of `items`.
    /// - Throws: ``Failure`` if aria2 rejects the secret or the response is malformed.
    package func outcomes(of bytes: [UInt8]) throws(Failure) -> [Outcome] {
        let response: Response
        do {
            response = try JSONText.decode(Response.self, from: bytes)
        } catch {
            throw .malformed("not JSON-RPC")
        }
        if let error = response.error { throw Self.failure(error.message) }
        guard let results = response.result, results.count == 2 * items.count else {
            throw .malformed("it does not contain two results for each download")
        }
        var outcomes: [Outcome] = []
        for index in stride(from: 0, to: results.count, by: 2) {
            switch (results[index], results[index + 1]) {
            case (.value, _): outcomes.append(.added)
            case (.error(let error), _) where error.message == "Unauthorized": throw .unauthorized
            case (.error, .value): outcomes.append(.duplicate)
            case (.error(let error), .error): outcomes.append(.refused(error.message))
            }
        }
        return outcomes
    }

    private static func failure(_ message: String) -> Failure {
        message == "Unauthorized" ? .unauthorized : .malformed(String(message.prefix(200)))
    }

    /// Returns the identifier (GID) for aria2, derived from the item's identifier so that aria2 recognizes a duplicate.
    private static func gid(of id: String) -> String {
        // A GID of aria2 has 16 hexadecimal digits and is not zero.
        var hash = FNVHash()
        hash.add(id.utf8)
        let digits = String(max(1, hash.value), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: Messages

    private struct AddRequest: Encodable {
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
            var options: [String: Option] = ["gid": .text(Aria2Call.gid(of: id))]
            options["dir"] = entry.file.directory.map(Option.text)
            options["out"] = entry.file.name.map(Option.text)
            options["checksum"] = entry.file.digest.map { .text("\($0.type)=\($0.digits)") }
            options["referer"] = entry.request.referer.map(Option.text)
            options["user-agent"] = entry.request.userAgent.map(Option.text)
            options["all-proxy"] = entry.request.proxy.map(Option.text)
            if !entry.request.headers.isEmpty { options["header"] = .list(entry.request.headers) }
            return options
        }
    }

    private struct StatusRequest: Encodable {
        private enum Key: String, CodingKey { case methodName, params }

        let id: String
        let secret: String?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("aria2.tellStatus", forKey: .methodName)
            var params = container.nestedUnkeyedContainer(forKey: .params)
            if let secret { try params.encode("token:\(secret)") }
            try params.encode(Aria2Call.gid(of: id))
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

    private struct RPCError: Decodable {
        var message: String
    }

    private enum MethodResult: Decodable {
        case value
        case error(RPCError)

        init(from decoder: any Decoder) throws {
            // In a multicall response, a value is wrapped in an array of one element, and an error is an object.
            if (try? decoder.unkeyedContainer()) != nil {
                self = .value
            } else {
                self = .error(try RPCError(from: decoder))
            }
        }
    }

    private struct Response: Decodable {
        var result: [MethodResult]?
        var error: RPCError?
    }
}
