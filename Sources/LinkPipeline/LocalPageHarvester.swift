package import LinkHarvest

/// A function that reads a file, or standard input for the path `-`, and passes its bytes on in parts.
package typealias LocalFileReader =
    @Sendable (InputPath, _ receive: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void

/// A harvester of files and standard input, which reads a page in parts.
package struct LocalPageHarvester: Sendable {
    let harvester: LinkHarvester
    let readFile: LocalFileReader
    let notify: @Sendable (HarvestNotice) -> Void

    /// Creates a harvester.
    ///
    /// - Parameters:
    ///   - harvester: Finds the links.
    ///   - readFile: Reads files and standard input, and throws errors of its own.
    ///   - notify: Receives problems that do not end a page, and the counts of web archives.
    package init(
        harvester: LinkHarvester, readFile: @escaping LocalFileReader,
        notify: @escaping @Sendable (HarvestNotice) -> Void
    ) {
        self.harvester = harvester
        self.readFile = readFile
        self.notify = notify
    }

    /// Reads a local page and delivers its links as they are found.
    ///
    /// - Parameters:
    ///   - source: A file or standard input; for a URL, nothing is delivered.
    ///   - deliver: Receives the links.
    /// - Throws: ``LinkPipelineError/empty(source:)``, `LinkHarvestError`, and errors of the reader and of `deliver`.
    package func harvest(_ source: PageSource, deliver: @escaping (LinkBatch) throws -> Void) throws {
        let path: InputPath
        var description = DocumentHarvest.Description(source: source.name)
        switch source {
        case .url, .archive: return
        case .file(let file):
            path = file
            description.name = file.text
            description.url = source.baseURL
        case .standardInput: path = InputPath("-")
        }
        description.isArchive = source.isArchive
        let page = harvester.begin(description, notify: notify, deliver: deliver)
        var isEmpty = true
        try readFile(path) { part in
            isEmpty = false
            try page.receive(part)
        }
        try page.finish()
        if isEmpty { throw LinkPipelineError.empty(source: source.name) }
    }
}
