package import Foundation

/// The public test material in a directory beside the checkout, which is not part of the project.
///
/// Tests that need it are disabled if it is missing, and are then reported as skipped:
///
/// ```swift
/// @Test(.enabled(if: !SharedMaterial.pages.isEmpty, "\(SharedMaterial.missingPages)"))
/// ```
package enum SharedMaterial {
    /// The reason why tests are skipped if the conformance suites are missing.
    package static let missingConformance = "no ../shared/conformance, and LEFTOFF_CONFORMANCE names none"

    /// The reason why tests are skipped if the pages are missing.
    package static let missingPages = "no ../shared/pages, and LEFTOFF_PAGES names none"

    /// The saved real pages of `../shared/pages` or `LEFTOFF_PAGES`, sorted by name; empty if there are none.
    package static let pages: [URL] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder("pages").path)) ?? []
        return names.filter { $0.hasSuffix(".html") }.sorted().map { folder("pages").appending(path: $0) }
    }()

    /// Returns a file or folder of the conformance suites; nil if it is missing.
    ///
    /// - Parameter path: The path below `../shared/conformance`, or below `LEFTOFF_CONFORMANCE`.
    /// - Returns: The file or folder.
    package static func conformance(_ path: String) -> URL? {
        let url = folder("conformance").appending(path: path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    private static func folder(_ name: String) -> URL {
        if let path = ProcessInfo.processInfo.environment["LEFTOFF_\(name.uppercased())"] { return URL(filePath: path) }
        let checkout = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return checkout.deletingLastPathComponent().appending(path: "shared/\(name)")
    }
}
