import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import Service

@Suite("The running service", .timeLimit(.minutes(20)))
struct LiveServiceTests {
    /// Runs a service on a free port, then ends it.
    private func withRunning<Value: Sendable>(
        _ service: TestService, _ body: @escaping @Sendable (ServiceAddress) async throws -> Value
    ) async throws -> Value {
        try await service.running(body)
    }

    /// Sends one request on its own connection, and returns the head of the response.
    private func send(
        to host: String, _ address: ServiceAddress, _ method: HTTPRequest.Method, _ path: String,
        authority: String, _ headers: HTTPFields = [:], _ body: String = ""
    ) async throws -> (status: HTTPResponse.Status, headers: HTTPFields) {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: Int(address.port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        var request = "\(method) \(path) HTTP/1.1\r\nHost: \(authority)\r\nContent-Length: \(body.utf8.count)\r\n"
        for field in headers { request += "\(field.name): \(field.value)\r\n" }
        return try await channel.executeThenClose { [request] inbound, outbound in
            async let sending: Void = outbound.write(ByteBuffer(string: request + "\r\n" + body))
            var received = ""
            for try await part in inbound {
                received += String(buffer: part)
                if received.contains("\r\n\r\n") { break }
            }
            // The service may respond before it has read the whole body.
            try? await sending
            let lines = received.components(separatedBy: "\r\n").prefix { !$0.isEmpty }
            let code = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
            var fields = HTTPFields()
            for line in lines.dropFirst() {
                let colon = try #require(line.firstIndex(of: ":"))
                let name = try #require(HTTPField.Name(String(line[..<colon])))
                fields[name] = String(line[colon...].dropFirst().drop { $0 == " " })
            }
            return (HTTPResponse.Status(code: code), fields)
        }
    }

    @Test("It chooses a free port, responds on 127.0.0.1, and the printed address signs in once")
    func loginAddress() async throws {
        let service = try TestService(port: 0)
        try await withRunning(service) { address async throws in
            #expect(address.port != 0)
            let authority = "127.0.0.1:\(address.port)"
            #expect(address.loginAddress == "http://\(authority)/?token=\(address.loginCode)")
            let path = "/?token=\(address.loginCode)"
            let first = try await send(to: "127.0.0.1", address, .get, path, authority: authority)
            #expect(first.status == .seeOther)
            #expect(first.headers[.setCookie]?.hasPrefix("leftoff_\(address.port)=") == true)
            let second = try await send(to: "127.0.0.1", address, .get, path, authority: authority)
            #expect(second.status == .unauthorized)
        }
    }

    @Test(
        "A date is an IMF-fixdate",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"), (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
        ])
    func dateField(_ seconds: Int, _ text: String) {
        #expect(DateField.text(secondsSince1970: seconds) == text)
    }

    @Test("Each response has a Date field")
    func answersAreDated() async throws {
        let before = Date()
        let text = try await withRunning(TestService(port: 0)) { address async throws in
            let response = try await send(
                to: "127.0.0.1", address, .get, "/healthz", authority: "127.0.0.1:\(address.port)")
            return response.headers[.date] ?? ""
        }
        let seconds = Int(before.timeIntervalSince1970)...Int(Date().timeIntervalSince1970)
        #expect(seconds.contains { DateField.text(secondsSince1970: $0) == text }, "\(text)")
    }

    /// The IP addresses of this machine.
    private static let machineAddresses: [String] =
        ((try? System.enumerateDevices()) ?? []).compactMap { $0.address?.ipAddress }

    /// The addresses under which other machines might reach this one.
    private static let outsideAddresses = machineAddresses.filter {
        !$0.hasPrefix("127.") && $0 != "::1" && !$0.hasPrefix("fe80")
    }

    @Test(
        "It responds on [::1] and reports that it does",
        .enabled(if: machineAddresses.contains("::1"), "IPv6 is not available on this machine"))
    func bothFamilies() async throws {
        // A port that is free on 127.0.0.1 can belong to another program on ::1, but not again and again.
        for isLast in [false, false, false, false, true] {
            let isListening = try await withRunning(TestService(port: 0)) { address async throws in
                if address.ipv6 == .usedByOther && !isLast { return false }
                #expect(address.ipv6 == .listening)
                let authority = "[::1]:\(address.port)"
                let response = try await send(to: "::1", address, .get, "/healthz", authority: authority)
                #expect(response.status == .ok)
                return true
            }
            if isListening { break }
        }
    }

    @Test(
        "If another program has the port of ::1, the service refuses the name localhost and reports that",
        .enabled(if: machineAddresses.contains("::1"), "IPv6 is not available on this machine"))
    func takenIPv6() async throws {
        let (other, port) = try await otherProgram()
        try await withRunning(TestService(port: port)) { address async throws in
            #expect(address.ipv6 == .usedByOther)
            for (name, status) in [("localhost", 421), ("127.0.0.1", 200)] {
                let response = try await send(
                    to: "127.0.0.1", address, .get, "/healthz", authority: "\(name):\(port)")
                #expect(response.status.code == status, "\(name)")
            }
        }
        try await other.close()
    }

    /// Listens on ::1 and a port that stays free on 127.0.0.1.
    private func otherProgram() async throws -> (channel: any Channel, port: UInt16) {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        for _ in 1..<5 {
            let port = try ScriptedServer.reservedPort()
            // A third program can have the port of ::1.
            if let channel = try? await bootstrap.bind(host: "::1", port: Int(port)).get() { return (channel, port) }
        }
        let port = try ScriptedServer.reservedPort()
        return (try await bootstrap.bind(host: "::1", port: Int(port)).get(), port)
    }

    @Test("A foreign name that resolves to loopback is refused")
    func rebinding() async throws {
        let service = try TestService(port: 0)
        try await withRunning(service) { address async throws in
            for authority in ["evil.example:\(address.port)", "127.0.0.1", "localhost"] {
                let response = try await send(
                    to: "127.0.0.1", address, .get, "/api/snapshots", authority: authority, service.full)
                #expect(response.status == .misdirectedRequest, "\(authority)")
            }
            let right = try await send(
                to: "127.0.0.1", address, .get, "/api/snapshots", authority: "localhost:\(address.port)", service.full)
            #expect(right.status == .ok)
        }
    }

    @Test(
        "It listens only on loopback",
        .enabled(if: !outsideAddresses.isEmpty, "this machine has loopback addresses only"))
    func loopbackOnly() async throws {
        let service = try TestService(port: 0)
        try await withRunning(service) { address async throws in
            for other in Self.outsideAddresses {
                await #expect(throws: (any Error).self, "\(other)") {
                    _ = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                        .connectTimeout(.seconds(2)).connect(host: other, port: Int(address.port)).get()
                }
            }
        }
    }

    @Test("A port in use is reported as such")
    func portInUse() async throws {
        let service = try TestService(port: 0)
        try await withRunning(service) { address async throws in
            let second = try TestService(port: address.port)
            let error = await #expect(throws: ServiceError.self) {
                try await second.service.run { _ in Issue.record("it says that it is ready") }
            }
            guard case .addressInUse(let port) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(port == address.port)
        }
    }

    @Test("A body that is too large is rejected before it is complete")
    func oversize() async throws {
        let service = try TestService(port: 0)
        try await withRunning(service) { address async throws in
            let response = try await send(
                to: "127.0.0.1", address, .post, "/api/snapshots", authority: "127.0.0.1:\(address.port)",
                service.capture.json, String(repeating: "a", count: 300_000))
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test("Stored places survive a restart of the service")
    func persistence() async throws {
        let service = try TestService(port: 0)
        let id = try await withRunning(service) { address async throws in
            let response = try await send(
                to: "127.0.0.1", address, .post, "/api/snapshots", authority: "127.0.0.1:\(address.port)",
                service.capture.json, #"{"url":"https://example.org/"}"#)
            #expect(response.status == .created)
            return response.headers[.location]
        }
        let path = try #require(id)
        let again = try await withRunning(service) { address async throws in
            try await send(
                to: "127.0.0.1", address, .get, path, authority: "127.0.0.1:\(address.port)", service.full)
        }
        #expect(again.status == .ok)
    }
}
