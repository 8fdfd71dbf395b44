/// The scripts that run inside a page, assembled from the modules of `js/`.
///
/// Each script is one self-contained text: it loads nothing, and needs nothing that the page defines.
package enum PageScripts {
    private static let captureScript = ScriptBundle(
        entry: "capture/capture-script.js", function: "defineExtensionPreprocessing")
    private static let captureBookmarkletScript = ScriptBundle(
        entry: "capture/capture-bookmarklet.js", function: "captureAndSend")
    private static let restoreScript = ScriptBundle(
        entry: "restore/restore-expression.js", function: "restoreFromJSON")
    private static let restoreBookmarkletScript = ScriptBundle(
        entry: "restore/restore-bookmarklet.js", function: "askAndRestore")
    private static let restoreOneScript = ScriptBundle(
        entry: "restore/restore-bookmarklet.js", function: "restoreOne")

    /// The capture script, which defines the global `ExtensionPreprocessingJS` with `run(arguments)` and
    /// `finalize(arguments)`.
    package static let capture = "var ExtensionPreprocessingJS = \(captureScript.expression());\n"

    /// Returns the bookmarklet that captures the page it is clicked in and hands the snapshot to the service.
    ///
    /// - Parameters:
    ///   - service: The service's origin, such as `http://127.0.0.1:5338`.
    ///   - token: The capture token, which may only add snapshots; empty lets the service ask the person.
    /// - Returns: A `javascript:` address of fewer than 60 000 characters, as bookmarks of Firefox end at 65 536.
    package static func captureBookmarklet(service: String, token: String) -> String {
        BookmarkletAddress.make(captureBookmarkletScript.compactExpression([service, token]))
    }

    /// Returns the bookmarklet that asks the service for the newest snapshot of the page it is clicked in, and restores
    /// the place.
    ///
    /// - Parameter service: The service's origin, such as `http://127.0.0.1:5338`.
    /// - Returns: A `javascript:` address of fewer than 60 000 characters.
    package static func restoreBookmarklet(service: String) -> String {
        BookmarkletAddress.make(restoreBookmarkletScript.compactExpression([service]))
    }

    /// Returns the bookmarklet that restores one particular snapshot, without asking the service.
    ///
    /// - Parameter snapshotJSON: The snapshot as JSON. It is embedded as text and never executed.
    /// - Returns: A `javascript:` address, whose length grows with the snapshot's.
    package static func restoreBookmarklet(snapshotJSON: String) -> String {
        BookmarkletAddress.make(restoreOneScript.compactExpression([snapshotJSON]))
    }

    /// Returns an expression whose value in the page is a Promise of the outcome.
    ///
    /// - Parameter snapshotJSON: The snapshot as JSON. It is embedded as text and never executed; if it is not valid
    ///   JSON, the outcome is `abstained`.
    /// - Returns: One self-contained JavaScript expression, without a semicolon after it.
    package static func restoreExpression(snapshotJSON: String) -> String {
        restoreScript.expression([snapshotJSON])
    }

    /// Returns the userscript, which captures by a shortcut and restores by itself what is resumed on the service's page.
    ///
    /// - Parameters:
    ///   - service: The service's origin, such as `http://127.0.0.1:5338`.
    ///   - version: Leftoff's version.
    /// - Returns: The script with its metadata block. It holds no token.
    package static func userscript(service: String, version: String) -> String {
        Userscript.text(service: service, version: version)
    }

    /// The signs of the status display as a module: `CHECK_MARK` and `CROSS`.
    package static let symbols = ScriptModule.symbols.text
}
