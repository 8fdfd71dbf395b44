import Foundation
import TestSupport
import Testing

@Suite("Faults of TLS", .ownThreads, .enabled(if: Tool.all("openssl") && FaultShim.isAvailable))
struct FaultTLSEndToEndTests {
    private let machine: FaultyMachine
    private let tls: TLSServer

    init() throws {
        machine = try FaultyMachine()
        tls = try TLSServer(directory: machine.leftoff.directory)
    }

    @Test("The test server is trusted if its certificate authority is")
    func trusted() throws {
        let response = "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc"
        let outcome = try get(response, certificate: .good, .authorities(tls.authority))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(machine.bytes("file.bin") == Array("abc".utf8))
    }

    @Test("A certificate authority given with --ca-file is trusted by that run alone, also for a download with cookies")
    func authorityFile() throws {
        let response = "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc"
        let address = try tls.serve(response, as: "file.bin", .good) + "/file.bin"
        let jar = try machine.leftoff.file("jar", [])
        let words = ["get", address, "--dir", machine.files.path, "--quiet"]
        let authority = ["--ca-file", tls.authority.path]
        #expect(try machine.leftoff.run(words + ["--name", "system.bin"]).status == 1)
        #expect(try machine.leftoff.run(words + authority + ["--name", "usual.bin"]).status == 0)
        let other = try machine.leftoff.run(words + authority + ["--name", "other.bin", "--cookies", jar.path])
        #expect(other.status == 0, "\(other.errorText)")
        #expect(machine.names == ["other.bin", "usual.bin"])
    }

    @Test(
        "An untrusted certificate is a permanent failure, and no request is sent",
        arguments: [MachineFault.selfSigned, MachineFault.otherHost, MachineFault.expired])
    func untrusted(fault: MachineFault) throws {
        var faults: [FaultShim.Fault] = []
        if fault != .selfSigned { faults.append(.authorities(tls.authority)) }
        // The certificate is valid for a month.
        if fault == .expired { faults.append(.clock(40 * 86_400)) }
        let certificate: TLSServer.Certificate = fault == .otherHost ? .ofAnotherHost : .good
        let response = "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc"
        let outcome = try get(response, certificate: certificate, faults)
        #expect(outcome.status == 1)
        let item = try #require(try machine.items().first)
        #expect((item["error"] as? [String: Any])?["class"] as? String == "tls")
        #expect(item["state"] as? String == "failed" && item["attempts"] as? Int == 1)
        #expect(machine.names == [])
    }

    @Test("A redirect from https to http is refused", arguments: [MachineFault.downgrade])
    func downgrade(fault: MachineFault) throws {
        machine.server.route("/plain.bin", .ok([1, 2, 3]))
        let target = machine.server.address("/plain.bin")
        let response = "HTTP/1.0 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
        let outcome = try get(response, certificate: .good, .authorities(tls.authority))
        #expect(outcome.status == 1)
        let item = try #require(try machine.items().first)
        #expect((item["error"] as? [String: Any])?["class"] as? String == "redirect")
        #expect(machine.server.requests.isEmpty)
        #expect(machine.names == [])
    }

    private func get(
        _ response: String, certificate: TLSServer.Certificate, _ faults: FaultShim.Fault...
    ) throws -> Leftoff.Outcome { try get(response, certificate: certificate, faults) }

    private func get(
        _ response: String, certificate: TLSServer.Certificate, _ faults: [FaultShim.Fault]
    ) throws -> Leftoff.Outcome {
        let origin = try tls.serve(response, as: "file.bin", certificate)
        return try machine.leftoff.run(
            ["get", "\(origin)/file.bin", "--dir", machine.files.path, "--quiet"],
            environment: FaultShim.environment(faults, below: machine.leftoff.directory))
    }
}
