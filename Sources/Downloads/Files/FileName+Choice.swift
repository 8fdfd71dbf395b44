package import DownloadLists
import DownloadQueue
import Transfer
package import WHATWGURL

extension FileName {
    /// Returns the name for a downloaded file.
    ///
    /// - Parameters:
    ///   - chosen: The name that the user chose; nil for none.
    ///   - disposition: The value of the response's Content-Disposition; nil without one.
    ///   - suggested: The value of the link's `download` attribute; nil without one.
    ///   - url: The requested URL.
    ///   - final: The URL that responded, after redirects; nil before the response.
    ///   - isPage: False if the response is declared to be something other than an HTML page.
    /// - Returns: A safe base name: the first of the first three that yields one, otherwise the name in the path of the
    ///   requested URL, unless it names no file and that of the URL that responded does, otherwise `index.html` or
    ///   `download`.
    package static func choose(
        chosen: String?, disposition: String?, suggested: String? = nil, url: WebURL, final: WebURL? = nil,
        isPage: Bool = true
    ) -> String {
        if let name = chosen.flatMap(Self.chosen) { return name }
        if let name = disposition.flatMap(ContentDisposition.fileName).flatMap(safe) { return name }
        if let name = suggested.flatMap(safe) { return name }
        let (requested, responded) = (inPath(of: url), final.flatMap(inPath))
        guard let requested else { return responded ?? (isPage ? "index.html" : "download") }
        guard let responded, fileFormat(requested) == nil else { return requested }
        // `get.php` leads to `a.zip`, and `dl` to `report.html`, but `main.c` to an object without a name of its own.
        let isBetter =
            fileFormat(responded) != nil || fileExtension(requested) == nil && fileExtension(responded) != nil
        return isBetter ? responded : requested
    }
}

extension QueueItem {
    /// Returns the safe name that the file should have, even if the name is in use.
    ///
    /// - Parameter head: The head of the response; nil if there is none yet.
    /// - Returns: The name.
    func preferredName(_ head: ResponseHead? = nil) -> String {
        FileName.choose(
            chosen: name, disposition: head?["Content-Disposition"], suggested: request.suggestedName, url: url,
            final: head?.url, isPage: head.map { PageGuard.isPage($0) || $0["Content-Type"] == nil } ?? true)
    }
}
