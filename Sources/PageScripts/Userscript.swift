/// The script for userscript managers such as Violentmonkey and Tampermonkey.
enum Userscript {
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
