extension Fault {
    /// The name that most faults ask for.
    package static let fileName = "file.bin"

    /// The bytes of the file that most faults are about.
    ///
    /// 300 kB: more than a socket holds on its way, and little enough for a hundred servers at once.
    package static let content = ScriptedFile.bytes(300_000, seed: 1)

    /// Another version of the file, of the same size.
    package static let changed = ScriptedFile.bytes(300_000, seed: 2)

    /// How many bytes come before a cut.
    static let cut = 100_000

    /// A responder that writes exact bytes and closes the connection.
    ///
    /// - Parameters:
    ///   - head: The head, with its line ends and the empty line.
    ///   - body: What follows it.
    /// - Returns: The responder.
    static func raw(_ head: String, _ body: [UInt8] = content) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            try connection.write(Array(head.utf8) + body)
            connection.close()
        }
    }

    /// A responder that serves the file without faults.
    static var whole: ScriptedResponder { .file(ScriptedFile(content)) }

    /// A responder that cuts the first response and then does something else.
    ///
    /// - Parameters:
    ///   - file: The file of the first response.
    ///   - next: What answers all further requests.
    /// - Returns: The responder.
    static func cut(_ file: ScriptedFile = ScriptedFile(content), then next: ScriptedResponder) -> ScriptedResponder {
        var file = file
        file.cutAfter = cut
        return .sequence([.file(file), next])
    }

    /// A responder that does something once and then serves the file without faults.
    static func once(_ first: ScriptedResponder) -> ScriptedResponder { .sequence([first, whole]) }
}
