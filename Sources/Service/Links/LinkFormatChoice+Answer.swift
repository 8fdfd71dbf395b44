import DownloadLists
import HTTPTypes
import Hummingbird
import LinkFormats

extension LinkFormatChoice {
    /// Reads a choice that came with a request.
    ///
    /// - Parameters:
    ///   - text: The format; nil for JSON.
    ///   - directory: The directory that files go to; nil for none.
    /// - Returns: The choice.
    /// - Throws: `Problem` (400) for a format that is none, and for a directory that it cannot say.
    static func asked(_ text: String?, directory: String?) throws -> LinkFormatChoice {
        let format: LinkFormatChoice
        do { format = try text.map { try LinkFormatChoice($0) } ?? .named(.json) } catch {
            throw Problem(.badRequest, "format: \(error)")
        }
        if let directory {
            guard format.carriesDirectory else { throw Problem(.badRequest, "dir: \(format) carries no directory") }
            guard !directory.isEmpty, DownloadEntry.fitsLine(directory) else {
                throw Problem(.badRequest, "dir must be without line breaks, and not empty")
            }
        }
        return format
    }

    /// The media type of an answer.
    ///
    /// What a page says comes as plain text even where it is HTML, so that nothing of it is ever shown as ours.
    var mediaType: String {
        switch self {
        case .named(.json): "application/json"
        case .named(.ndjson): "application/x-ndjson"
        case .named(.csv): "text/csv; charset=utf-8"
        case .named(.tsv): "text/tab-separated-values; charset=utf-8"
        default: "text/plain; charset=utf-8"
        }
    }

    /// The field that makes an answer a file to save.
    var attachment: HTTPFields { [.contentDisposition: "attachment; filename=\"links.\(nameExtension)\""] }

    private var nameExtension: String {
        guard case .named(let name) = self else { return "txt" }
        return switch name {
        case .json: "json"
        case .ndjson: "ndjson"
        case .csv: "csv"
        case .tsv: "tsv"
        case .markdown: "md"
        case .html, .bookmarks: "html"
        case .opml: "opml"
        case .metalink: "meta4"
        case .lines, .aria2, .wget, .curl, .ytDLP: "txt"
        }
    }
}
