import CPageScripts
import JSON

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
