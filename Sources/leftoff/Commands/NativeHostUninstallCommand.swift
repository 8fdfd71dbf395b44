import ArgumentParser

/// `leftoff native-host uninstall`: removes the files that `install` has written.
struct NativeHostUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove the files that 'leftoff native-host install' has written.",
        discussion: "Manifests that name another program, such as those of a package, are not changed."
    )

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        let changes = try NativeHostInstallation(home: DataHome()).uninstall()
        guard !quiet else { return }
        for change in changes { StandardError.writeLine("leftoff: \(change)") }
        if changes.isEmpty { StandardError.writeLine("leftoff: the native host is not installed for this user") }
    }
}
