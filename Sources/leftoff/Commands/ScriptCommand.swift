import ArgumentParser
import PageScripts

/// `leftoff script`: the scripts that run in a page.
struct ScriptCommand: ParsableCommand {
    /// The scripts there are.
    enum Script: String, CaseIterable, ExpressibleByArgument {
        /// Defines `ExtensionPreprocessingJS`.
        case capture
    }

    static let configuration = CommandConfiguration(
        commandName: "script",
        abstract: "Print the capture script: one self-contained file."
    )

    @Argument(help: "capture")
    var script: Script

    func run() throws {
        var output = try OutputStream()
        switch script {
        case .capture: try output.write(PageScripts.capture.utf8)
        }
        try output.finish()
    }
}
