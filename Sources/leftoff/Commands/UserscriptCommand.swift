import ArgumentParser
import PageScripts
import Service

/// `leftoff userscript`: the script for Violentmonkey, Tampermonkey and Greasemonkey.
struct UserscriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "userscript",
        abstract: "Print the userscript for Violentmonkey and Tampermonkey.",
        discussion: """
            It captures by Alt+Shift+L and restores what is resumed on the service's page. It holds no token: \
            `leftoff serve` connects it on its install page.
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
