import Foundation
import TestSupport
import Testing

/// OpenSSL's `s_server` with its own certificate authority, which ends when this value is released.
final class TLSServer {
    /// The certificate that the server presents.
    enum Certificate: String, CaseIterable {
        case good = "127.0.0.1"
        case ofAnotherHost = "192.0.2.1"
    }

    /// The certificate of the certificate authority.
    let authority: URL
    private let directory: URL
    private let openssl: Tool
    private var process: ChildProcess?

    /// Creates the certificate authority and the certificates.
    ///
    /// - Parameter directory: A directory that is removed after the test.
    /// - Throws: An error if OpenSSL fails.
    init(directory: URL) throws {
        openssl = try #require(Tool("openssl"))
        self.directory = directory.appending(path: "tls")
        authority = self.directory.appending(path: "authority.pem")
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
        try run(
            ["req", "-x509"] + key + [
                "-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=Tests",
                "-addext", "keyUsage=critical,keyCertSign",
            ])
        for certificate in Certificate.allCases {
            try run(
                ["req", "-x509"] + key + [
                    "-CA", "authority.pem", "-CAkey", "authority.key", "-keyout", "\(certificate).key",
                    "-out", "\(certificate).pem", "-subj", "/CN=server",
                    "-addext", "subjectAltName=IP:\(certificate.rawValue)",
                    "-addext", "basicConstraints=critical,CA:FALSE",
                ])
        }
    }

    deinit {
        process?.terminate()
        process?.wait()
    }

    /// Serves a fixed response.
    ///
    /// - Parameters:
    ///   - response: The head and the body, as they are sent.
    ///   - name: The host name in the URL.
    ///   - certificate: The certificate that the server presents.
    /// - Returns: The origin, without a slash at the end.
    /// - Throws: An error if the server does not accept connections.
    func serve(_ response: String, as name: String, _ certificate: Certificate) throws -> String {
        try Data(response.utf8).write(to: directory.appending(path: name))
        let port = try ScriptedServer.reservedPort()
        let nowhere = FileHandle.nullDevice.fileDescriptor
        let process = try ChildProcess(
            "/bin/sh",
            [
                "-c", "cd \"$0\" && exec \"$@\"", directory.path, openssl.path, "s_server", "-accept",
                "127.0.0.1:\(port)", "-cert", "\(certificate).pem", "-key", "\(certificate).key", "-HTTP", "-quiet",
            ], environment: [:], input: nowhere, output: nowhere, errors: nowhere)
        self.process = process
        try LoopbackPort.waitUntilAccepting(port, while: { process.isRunning })
        return "https://127.0.0.1:\(port)"
    }

    private func run(_ arguments: [String]) throws {
        let outcome = try openssl.run(arguments, in: directory)
        try #require(outcome.status == 0, "\(outcome.errorText)")
    }
}
