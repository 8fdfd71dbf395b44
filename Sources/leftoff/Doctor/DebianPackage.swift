/// The commands that install Debian's packages of this version, whose files are in the current directory.
///
/// apt finds the packages in no archive, so it cannot install them by their names.
enum DebianPackage {
    /// Installs or upgrades the extension.
    static let installExtension = "sudo apt install ./\(file(extensionPackage, "all"))"
    /// Replaces damaged files of the extension.
    static let reinstallExtension = "sudo apt install --reinstall ./\(file(extensionPackage, "all"))"
    /// Replaces damaged files of the program.
    static let reinstallProgram = "sudo apt install --reinstall ./\(file("leftoff", "amd64"))"

    private static let extensionPackage = "webext-leftoff"

    private static func file(_ name: String, _ architecture: String) -> String {
        "\(name)_\(Version.current)_\(architecture).deb"
    }
}
