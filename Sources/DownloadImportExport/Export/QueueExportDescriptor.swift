import DownloadLists
import DownloadQueue

/// The description of an export format: the properties that it can express, and its writer.
///
/// To add a format, add its descriptor here and its case to ``QueueExportFormat``.
struct QueueExportDescriptor {
    /// The writer of a format.
    private enum Writer {
        /// A list of lines, in which no value can contain a line break.
        case list(any DownloadList, ExportNames)
        /// The queue's own JSON, which can escape every character.
        case json
    }

    /// The properties that the format can express, besides the URL.
    let fields: Set<ExportField>
    private let writer: Writer

    /// An input file of aria2.
    static let aria2 = QueueExportDescriptor(
        fields: [.directory, .name, .checksum, .referer, .headers, .userAgent, .proxy],
        writer: .list(Aria2List(), .aria2))
    /// One URL per line.
    static let addresses = QueueExportDescriptor(
        fields: [], writer: .list(AddressList(), ExportNames(naming: .never, hasDirectories: false)))
    /// A configuration file of curl.
    static let curl = QueueExportDescriptor(
        fields: [.directory, .name, .referer, .headers, .userAgent, .proxy, .netrcPath, .cookiesPath],
        writer: .list(CurlConfiguration(), ExportNames(naming: .always, hasDirectories: true)))
    /// A Metalink 4 document.
    static let metalink = QueueExportDescriptor(
        fields: [.name, .checksum],
        writer: .list(MetalinkDocument(), ExportNames(naming: .always, hasDirectories: false)))
    /// The queue's own JSON.
    static let json = QueueExportDescriptor(fields: Set(ExportField.allCases), writer: .json)

    /// Returns the reason why a download is not written in the format; nil if it is.
    func problem(with item: ExportItem) -> QueueError? {
        do throws(QueueError) {
            try item.checkAddress()
            if case .list = writer { try item.checkLines() }
            return nil
        } catch {
            return error
        }
    }

    /// Returns downloads in the format.
    ///
    /// - Parameter items: The downloads in the order in which they are to be written, each without a
    ///   ``problem(with:)``.
    /// - Returns: The content of a file.
    /// - Throws: `EncodingError` if JSON cannot be written.
    func text(of items: [ExportItem]) throws -> String {
        switch writer {
        case .list(let list, let names):
            return list.text(of: names.applied(to: items.map(\.entry)))
        case .json: return try JSONExport.text(items)
        }
    }
}
