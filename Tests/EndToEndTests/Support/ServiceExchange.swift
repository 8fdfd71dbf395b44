import Foundation
import Glibc
import TestSupport

/// A connection to a service on 127.0.0.1 over which a test sends bytes, also those of half a request.
final class ServiceExchange {
    /// A response with its whole body.
    struct Response {
        var status: Int
        var fields: [String: String]
        var body: Data

        /// Returns the value of the session cookie that the response sets, with its name.
        var cookie: String? { fields["set-cookie"].map { String($0.prefix { $0 != ";" }) } }
        /// The body as a JSON object; empty if it is none.
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
    }

    private let descriptor: Int32
    private let port: UInt16

    init(port: UInt16) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in(loopbackPort: port)
        guard descriptor >= 0, address.withGeneric({ connect(descriptor, $0, $1) }) == 0 else {
            throw LoopbackPort.Unavailable(description: "127.0.0.1:\(port) accepts no connection")
        }
    }

    deinit { close(descriptor) }

    /// Sends text; a service that has ended does not accept it.
    func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives until the text arrives or the service closes the connection.
    func receive(until text: String? = nil) -> Data {
        var bytes = Data()
        var part = [UInt8](repeating: 0, count: 65_536)
        while text.map({ bytes.range(of: Data($0.utf8)) == nil }) ?? true {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes
    }

    /// Returns the head of a request.
    func head(_ line: String, _ fields: [String: String], length: Int) -> String {
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        return "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(length)\r\nConnection: close\r\n\(lines)\r\n"
    }

    /// Sends a request, and returns its response; nil if the connection ends before the response is complete.
    static func response(
        _ line: String, _ fields: [String: String] = [:], body: String = "", port: UInt16
    ) -> Response? {
        guard let exchange = try? ServiceExchange(port: port) else { return nil }
        exchange.send(exchange.head(line, fields, length: body.utf8.count) + body)
        let bytes = exchange.receive()
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var found: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { found[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        let body = Data(bytes[end.upperBound...])
        if let length = found["content-length"].flatMap({ Int($0) }), body.count != length { return nil }
        return Response(status: status, fields: found, body: body)
    }
}
