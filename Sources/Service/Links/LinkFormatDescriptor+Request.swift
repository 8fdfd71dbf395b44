import DownloadLists
import HTTPTypes
import Hummingbird
import LinkFormats

extension LinkFormatDescriptor {
    /// Parses the format of a request.
    ///
    /// - Parameters:
    ///   - text: The value of `format`; nil for JSON.
    ///   - directory: The directory for downloaded files; nil for none.
    /// - Returns: The format.
    /// - Throws: `Problem` (400) for an unknown format, or for a directory that the format cannot represent.
    static func requested(_ text: String?, directory: String?) throws -> LinkFormatDescriptor {
        let format: LinkFormatDescriptor
        do { format = try text.map { try LinkFormatDescriptor(parsing: $0) } ?? .json } catch {
            throw Problem(.badRequest, "format: \(error)")
        }
        if let directory {
            guard format.contents.contains(.directory) else {
                throw Problem(.badRequest, "dir: \(format.name) cannot represent a directory")
            }
            guard !directory.isEmpty, DownloadEntry.fitsLine(directory) else {
                throw Problem(.badRequest, "dir must not be empty or contain a line break")
            }
        }
        return format
    }

    /// The header field that makes a browser save the response as a file.
    var attachment: HTTPFields { [.contentDisposition: "attachment; filename=\"links.\(fileExtension)\""] }
}
