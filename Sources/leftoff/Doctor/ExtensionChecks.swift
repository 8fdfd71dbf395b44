import FoundationEssentials
import JSON

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The checks of the browser extension: where it is installed, which browsers have used it, and its version.
struct ExtensionChecks {
    let directories: StandardDirectories
    let home: DataHome
    /// The version of this program.
    let version: String

    /// The maximum size of the extension's manifest, in bytes.
    private static let sizeLimit = 64 * 1024

    /// Runs the checks, for the browsers that are installed or have the extension.
    func findings() -> [Finding] {
        let records = BrowserRecord.load(from: home)
        let known = SupportedBrowser.allCases.map(\.rawValue)
        let checked = SupportedBrowser.allCases.compactMap { finding($0, records[$0.rawValue]) }
        let others = records.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        return checked + others.map { used($0.key, $0.value) }
    }

    private func finding(_ browser: SupportedBrowser, _ record: BrowserRecord?) -> Finding? {
        let name = browser.rawValue
        guard let path = browser.systemExtension(directories), access(path, F_OK) == 0 else {
            if let record { return used(name, record) }
            guard browser.isInstalled(directories.environment) else { return nil }
            // Chrome loads no extension of Debian's packages, which also need the package of the program.
            let canUsePackage = browser != .chrome && directories.hasProgramPackage
            let advice = canUsePackage ? DebianPackage.installExtension : "leftoff extension ~/leftoff-extension"
            return .warning("extension", "\(name) does not have the extension", advice: advice)
        }
        guard let installed = installedVersion(path) else {
            return .problem(
                "extension", "\(name): \(path) is damaged", advice: DebianPackage.reinstallExtension)
        }
        guard installed == version else {
            return .warning(
                "extension", "\(name): \(path) is version \(installed), and leftoff is version \(version)",
                advice: DebianPackage.installExtension)
        }
        if let record, record.extension != version { return used(name, record) }
        return .ok("extension", "\(name): version \(installed)\(record.map { ", used on \($0.lastUsed)" } ?? "")")
    }

    /// Returns the finding about an extension that the user has installed, or that has been replaced while it runs.
    private func used(_ name: String, _ record: BrowserRecord) -> Finding {
        let text = "\(name): version \(record.extension), used on \(record.lastUsed)"
        guard record.extension != version else { return .ok("extension", text) }
        return .warning(
            "extension", "\(text), and leftoff is version \(version)",
            advice: "restart \(name); if it loads the extension from a directory: leftoff extension DIRECTORY")
    }

    private func installedVersion(_ path: String) -> String? {
        guard let bytes = InputBytes.regularFile("\(path)/manifest.json", limit: Self.sizeLimit),
            let manifest = try? JSONValue(json: bytes, limit: Self.sizeLimit)
        else { return nil }
        return manifest["version"]?.string
    }
}
