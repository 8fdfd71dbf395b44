package import DownloadLists
import DownloadQueue
package import WHATWGURL

extension FileName {
    /// Chooses a file's name.
    ///
    /// - Parameters:
    ///   - chosen: The name that a person chose.
    ///   - disposition: The value of the response's Content-Disposition.
    ///   - suggested: The value of the link's `download` attribute.
    ///   - url: The address that was asked for.
    /// - Returns: A safe base name: the first of the four that leaves anything, else the host, else `download`.
    package static func choose(
        chosen: String?, disposition: String?, suggested: String? = nil, url: WebURL
    ) -> String {
        if let name = chosen.flatMap(safe) { return name }
        if let name = disposition.flatMap(ContentDisposition.fileName).flatMap(safe) { return name }
        if let name = suggested.flatMap(safe) { return name }
        return named(by: url)
    }
}

extension QueueItem {
    /// The name that the file should have.
    ///
    /// - Parameter disposition: The value of the response's Content-Disposition; nil before there is one.
    /// - Returns: A safe base name, which may be taken.
    func wishedName(disposition: String? = nil) -> String {
        FileName.choose(chosen: name, disposition: disposition, suggested: request.suggestedName, url: url)
    }
}
