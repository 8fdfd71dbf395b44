import CAssets
import Syntax

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
    static func restoreExpression(snapshotJSON: String) -> String {
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

/// A generated script: a JavaScript expression whose value is an object of functions.
///
/// `Tools/build-scripts` creates these expressions from the modules of `js/`.
struct EmbeddedScript {
    /// The expression, without a semicolon after it.
    let expression: String

    /// The script that captures: `defineExtensionPreprocessing` and `capturePlace`.
    static let capture = EmbeddedScript(leftoff_script_capture())
    /// The script that copies a page: `defineCopy`.
    static let copy = EmbeddedScript(leftoff_script_copy())
    /// The script that paints highlights: `definePainting`.
    static let paint = EmbeddedScript(leftoff_script_paint())
    /// The script that restores: `restoreFromJSON` and `defineRestore`.
    static let restore = EmbeddedScript(leftoff_script_restore())
    /// The userscript: `startUserscript`.
    static let userscript = EmbeddedScript(leftoff_script_userscript())
    /// The minified script of the capture bookmarklet: `captureAndSend`.
    static let captureBookmarklet = EmbeddedScript(leftoff_script_capture_bookmarklet())
    /// The minified script of the restore bookmarklets: `requestAndRestore` and `restoreOne`.
    static let restoreBookmarklet = EmbeddedScript(leftoff_script_restore_bookmarklet())

    private init(_ text: UnsafePointer<CChar>) {
        let text = String(cString: text)
        // Removes the line break at the end of the file.
        expression = text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Returns an expression that calls one of the functions.
    ///
    /// - Parameters:
    ///   - function: The name of one of the functions that the script defines.
    ///   - arguments: Any texts. Each becomes a string literal, so none of them is executed.
    /// - Returns: The expression, without a semicolon after it.
    func calling(_ function: String, _ arguments: String...) -> String {
        "\(expression).\(function)(\(arguments.map(JSONString.scriptLiteral).joined(separator: ",")))"
    }
}

/// A factory of `javascript:` URLs.
private enum BookmarkletAddress {
    /// The bytes that are not percent-encoded.
    ///
    /// They are the URL code points (URL Standard, section 4.3), except those that end a URL in plain text, start a
    /// fragment, or have a meaning in a shell or in HTML.
    private static let plain: Set<UInt8> = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$()*+,-./:;=?@_~[]{}|".utf8)

    /// Returns the URL that evaluates an expression in the page.
    ///
    /// - Parameter expression: A JavaScript expression. Its value is discarded, because browsers would show it instead
    ///   of the page.
    /// - Returns: A URL of ASCII characters.
    static func make(_ expression: String) -> String {
        var bytes = Array("javascript:".utf8)
        for byte in "void\(expression)".utf8 {
            if plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

/// The script for userscript managers such as Violentmonkey and Tampermonkey.
private enum Userscript {
    /// Returns the script with its metadata block.
    ///
    /// The script contains no token. The user connects it on the service's install page, and the userscript manager
    /// stores the token that it receives there.
    ///
    /// - Parameters:
    ///   - service: The origin of the service, such as `http://127.0.0.1:5338`.
    ///   - version: Leftoff's version.
    /// - Returns: The script, which ends with a line break.
    static func text(service: String, version: String) -> String {
        let fields = [
            ("name", "Leftoff"),
            ("namespace", "leftoff"),
            ("version", version),
            ("description", "Captures where you stop reading, and takes you back there when you resume."),
            ("match", "http://*/*"),
            ("match", "https://*/*"),
            ("noframes", ""),
            ("run-at", "document-end"),
            ("grant", "GM.xmlHttpRequest"),
            ("grant", "GM.getValue"),
            ("grant", "GM.setValue"),
            ("grant", "GM.deleteValue"),
            ("grant", "GM.registerMenuCommand"),
            ("connect", "127.0.0.1"),
        ]
        let block = fields.map { name, value in
            let field = "// @" + name
            return value.isEmpty ? field : field + String(repeating: " ", count: 13 - name.utf8.count) + value
        }
        let head = ["// ==UserScript=="] + block + ["// ==/UserScript=="]
        return head.joined(separator: "\n") + "\n\n"
            + EmbeddedScript.userscript.calling("startUserscript", service) + ";\n"
    }
}
