import ArgumentParser
import FoundationEssentials

/// `leftoff page`: opens the web page in the default browser.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Open the web page in the default browser and sign the browser in.",
        discussion: """
            Starts the service if it does not run: through its systemd unit if the unit is installed, otherwise in the \
            background. The browser is the first program in $BROWSER that works, or else the desktop's default \
            browser. Without a display or a browser, the command prints a one-time address instead, as with --print.
            """
    )

    @Option(help: "The port of the service; by default the port of the running service, or else 5338.")
    var port: UInt16?

    @Flag(help: "Print a one-time address that signs a browser in instead of opening the page.")
    var print = false

    func validate() throws {
        guard port != 0 else { throw ValidationError("the port must be a number from 1 to 65535") }
    }

    func run() async throws {
        let home = try DataHome()
        let service = try await ServiceLauncher(home: home, port: port).running()
        if let port, service.port != port {
            StandardError.writeLine(
                "leftoff: the service already runs on port \(service.port): port \(port) is not used")
        }
        guard print else {
            return try await PageOpening(home: home, environment: ProcessInfo.processInfo.environment).open(service)
        }
        let code = try await service.issueCode(home: home)
        var output = try OutputStream()
        try output.writeLine(code.address)
        try output.finish()
    }
}
