import ArgumentParser
import PageScripts
import Service

/// `leftoff userscript`: prints the userscript for Violentmonkey, Tampermonkey and Greasemonkey.
struct UserscriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "userscript",
        abstract: "Print the userscript for Violentmonkey and Tampermonkey.",
        discussion: """
            The userscript captures a place with Alt+Shift+L, and restores places that are resumed from the service's \
            web page. It contains no token; connect it on the install page of `leftoff serve`.
            """
    )

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() throws {
        var output = try OutputStream()
        let script = PageScripts.userscript(service: "http://127.0.0.1:\(port)", version: Version.current)
        try output.write(script.utf8)
        try output.finish()
    }
}
