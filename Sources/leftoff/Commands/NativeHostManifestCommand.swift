import ArgumentParser
import NativeMessaging

/// `leftoff native-host manifest`: prints a manifest of the native host.
struct NativeHostManifestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest",
        abstract: "Print the manifest with which browsers find the native host.",
        discussion: "Its file must be named leftoff.json, in the directory where the browser looks for manifests."
    )

    @Argument(help: "The form of the manifest: firefox, or chromium for all browsers derived from it.")
    var browser: NativeHostManifest.Browser

    @Option(
        help: ArgumentHelp("The absolute path of the program that runs 'leftoff native-host'.", valueName: "path"))
    var launcher: String

    func validate() throws {
        // Browsers on Linux ignore a manifest with a relative path.
        guard launcher.hasPrefix("/") else { throw ValidationError("--launcher must be an absolute path") }
    }

    func run() throws {
        var output = try OutputStream()
        try output.write(NativeHostManifest(browser: browser, launcher: launcher).json)
        try output.finish()
    }
}

extension NativeHostManifest.Browser: ExpressibleByArgument {}
