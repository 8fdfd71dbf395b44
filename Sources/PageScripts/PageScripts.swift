import CPageScripts

/// The scripts that run inside a page, and the bookmarklets that contain them.
///
/// Each script is self-contained: it loads nothing and needs nothing that the page defines. `esbuild` creates the
/// scripts from the modules of `js/` during development; this type only inserts the arguments.
///
/// ```swift
/// // A script that captures the place in a page.
/// print(PageScripts.capture)
///
/// // A bookmarklet that restores one snapshot without the service.
/// let snapshot = #"{"schema": 1, "url": "https://example.org/", "pageYOffset": 640}"#
/// let bookmarklet = PageScripts.restoreBookmarklet(snapshotJSON: snapshot)
/// print(#"<a href="\#(bookmarklet)">Restore</a>"#)
/// ```
package enum PageScripts {
    /// The capture script, which defines the global `ExtensionPreprocessingJS` with `run(arguments)` and
    /// `finalize(arguments)`.
    package static let capture =
        "var ExtensionPreprocessingJS = \(EmbeddedScript.capture.calling("defineExtensionPreprocessing"));\n"

    /// The script that defines the global function `leftoffRestore(snapshot)`, whose result is a Promise.
    ///
    /// It is the restore script for a page that requests the snapshot itself.
    package static let restore =
        "globalThis.leftoffRestore = (snapshot) => "
        + "\(EmbeddedScript.restore.expression).restoreFromJSON(JSON.stringify(snapshot));\n"

    /// Returns the bookmarklet that captures the current page and sends the snapshot to the service.
    ///
    /// - Parameters:
    ///   - service: The origin of the service, such as `http://127.0.0.1:5338`.
    ///   - token: The capture token. If it is empty, the service asks for confirmation.
    /// - Returns: A `javascript:` URL of fewer than 65,000 characters, since Firefox limits bookmarks to 65,536.
    package static func captureBookmarklet(service: String, token: String) -> String {
        BookmarkletAddress.make(EmbeddedScript.captureBookmarklet.calling("captureAndSend", service, token))
    }

    /// Returns the bookmarklet that requests the newest snapshot of the current page from the service and restores it.
    ///
    /// - Parameter service: The origin of the service, such as `http://127.0.0.1:5338`.
    /// - Returns: A `javascript:` URL of fewer than 65,000 characters.
    package static func restoreBookmarklet(service: String) -> String {
        BookmarkletAddress.make(EmbeddedScript.restoreBookmarklet.calling("requestAndRestore", service))
    }

    /// Returns the bookmarklet that restores one snapshot without the service.
    ///
    /// - Parameter snapshotJSON: The snapshot as JSON. It is embedded as text and never executed.
    /// - Returns: A `javascript:` URL, whose length grows with the snapshot.
    package static func restoreBookmarklet(snapshotJSON: String) -> String {
        BookmarkletAddress.make(EmbeddedScript.restoreBookmarklet.calling("restoreOne", snapshotJSON))
    }

    /// Returns an expression whose value in the page is a Promise of the result.
    ///
    /// - Parameter snapshotJSON: The snapshot as JSON. It is embedded as text and never executed. If it is not valid
    ///   JSON, the result is `abstained`.
    /// - Returns: One self-contained JavaScript expression, without a semicolon after it.
    package static func restoreExpression(snapshotJSON: String) -> String {
        EmbeddedScript.restore.calling("restoreFromJSON", snapshotJSON)
    }

    /// Returns the userscript, which captures a place on a keyboard shortcut.
    ///
    /// It also restores places that the user resumes on the service's web page.
    ///
    /// - Parameters:
    ///   - service: The origin of the service, such as `http://127.0.0.1:5338`.
    ///   - version: Leftoff's version.
    /// - Returns: The script with its metadata block. It contains no token.
    package static func userscript(service: String, version: String) -> String {
        Userscript.text(service: service, version: version)
    }

    /// The module that exports the SVG paths of two symbols: `CHECK_MARK` and `CROSS`.
    ///
    /// The service's web page imports it, as the extension and the userscript do.
    package static let symbols = String(cString: leftoff_module_symbols())

    /// The module that exports the client of the service's API: `ServiceClient`, `ServiceError` and `fetchTransport`.
    package static let serviceClient = String(cString: leftoff_module_service_client())
}
