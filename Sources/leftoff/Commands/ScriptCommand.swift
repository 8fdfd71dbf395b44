import ArgumentParser
import PageScripts

/// `leftoff script`: prints a script that runs in a page.
struct ScriptCommand: ParsableCommand {
    /// A script that the command can print.
    enum Script: String, CaseIterable, ExpressibleByArgument {
        /// The script that defines `ExtensionPreprocessingJS`.
        case capture
    }

    static let configuration = CommandConfiguration(
        commandName: "script",
        abstract: "Print the capture script, a single self-contained file."
    )

    @Argument(help: ArgumentHelp("The script to print; there is only capture.", valueName: "kind"))
    var script: Script

    func run() throws {
        var output = try OutputStream()
        switch script {
        case .capture: try output.write(PageScripts.capture.utf8)
        }
        try output.finish()
    }
}
