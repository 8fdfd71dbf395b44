import ArgumentParser
import FoundationEssentials
import JSON
import Service
import Snapshots
import Transfer

/// `leftoff token address`: prints an address that signs a browser in.
struct TokenAddressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print a one-time address that signs a browser in to the running service."
    )

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() async throws {
        let tokens = try TokenFiles(home: try DataHome().path).load()
        let response = try await ServiceClient(port: port, token: tokens.full).post("/api/logins")
        guard let address = response["address"]?.string else {
            throw CommandFailure(
                what: "port \(port)", why: "the program there is not this version of leftoff", status: .unavailable)
        }
        var output = try OutputStream()
        try output.writeLine(address)
        try output.finish()
    }
}
