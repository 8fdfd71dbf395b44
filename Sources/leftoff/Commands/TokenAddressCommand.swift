import ArgumentParser
import FoundationEssentials
import Service
import Snapshots
import Transfer

/// `leftoff token address`: an address that signs a browser in.
struct TokenAddressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "address",
        abstract: "Print an address of the running service that signs a browser in once."
    )

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() async throws {
        let tokens = try TokenFiles(home: try DataHome().path).load()
        let answer = try await ServiceClient(port: port, token: tokens.full).post("/api/logins")
        guard let address = answer["address"]?.string else {
            throw CommandFailure(
                what: "port \(port)", why: "what answers there is no service of this version", status: .unavailable)
        }
        var output = try OutputStream()
        try output.writeLine(address)
        try output.finish()
    }
}
