package import DownloadLists
import DownloadQueue
package import WHATWGURL

extension FileName {
    /// Returns the name for a downloaded file.
    ///
    /// - Parameters:
    ///   - chosen: The name that the user chose; nil for none.
    ///   - disposition: The value of the response's Content-Disposition; nil without one.
    ///   - suggested: The value of the link's `download` attribute; nil without one.
    ///   - url: The requested URL.
    /// - Returns: A safe base name: the first of these four that yields one, otherwise the host, otherwise `download`.
    package static func choose(
        chosen: String?, disposition: String?, suggested: String? = nil, url: WebURL
    ) -> String {
        if let name = chosen.flatMap(Self.chosen) { return name }
        if let name = disposition.flatMap(ContentDisposition.fileName).flatMap(safe) { return name }
        if let name = suggested.flatMap(safe) { return name }
        return named(by: url)
    }
}

extension QueueItem {
    /// Returns the safe name that the file should have, even if the name is in use.
    ///
    /// - Parameter disposition: The value of the response's Content-Disposition; nil if there is none yet.
    /// - Returns: The name.
    func preferredName(disposition: String? = nil) -> String {
        FileName.choose(chosen: name, disposition: disposition, suggested: request.suggestedName, url: url)
    }
}
