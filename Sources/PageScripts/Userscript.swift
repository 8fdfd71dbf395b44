/// The script for userscript managers such as Violentmonkey and Tampermonkey.
enum Userscript {
    private static let script = ScriptBundle(entry: "userscript/userscript.js", function: "startUserscript")

    /// Returns the script with its metadata block.
    ///
    /// It holds no token: it is connected on the service's page, and keeps what it is given there in the manager's storage.
    ///
    /// - Parameters:
    ///   - service: The service's origin.
    ///   - version: Leftoff's version.
    /// - Returns: The script.
    static func text(service: String, version: String) -> String {
        let fields = [
            ("name", "Leftoff"),
            ("namespace", "leftoff"),
            ("version", version),
            ("description", "Captures where you stop reading, and brings you back when you resume."),
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
        return head.joined(separator: "\n") + "\n\n" + script.expression([service]) + ";\n"
    }
}
