extension Fault {
    /// The file name that most faults use.
    package static let fileName = "file.bin"

    /// The contents of the file that most faults use.
    ///
    /// 300 kB are more than a socket buffers, but few enough for a hundred servers at the same time.
    package static let content = ScriptedFile.bytes(300_000, seed: 1)

    /// Another version of the file, of the same size.
    package static let changed = ScriptedFile.bytes(300_000, seed: 2)

    /// The number of bytes that are sent before a cut.
    static let cut = 100_000

    /// Returns a responder that writes the given bytes and closes the connection.
    ///
    /// - Parameters:
    ///   - head: The head with its line endings and the empty line.
    ///   - body: The bytes that follow it.
    /// - Returns: A responder for one response per connection.
    static func raw(_ head: String, _ body: [UInt8] = content) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            try connection.write(Array(head.utf8) + body)
            connection.close()
        }
    }

    /// A responder that serves the file without faults.
    static var whole: ScriptedResponder { .file(ScriptedFile(content)) }

    /// Returns a responder that cuts off the first response.
    ///
    /// - Parameters:
    ///   - file: The file of the first response.
    ///   - next: The responder for all further requests.
    /// - Returns: A responder that counts its requests.
    static func cut(_ file: ScriptedFile = ScriptedFile(content), then next: ScriptedResponder) -> ScriptedResponder {
        var file = file
        file.cutAfter = cut
        return .sequence([.file(file), next])
    }

    /// Returns a responder that uses `first` once, and then serves the file without faults.
    static func once(_ first: ScriptedResponder) -> ScriptedResponder { .sequence([first, whole]) }
}
