import LinkHarvest
import WHATWGURL

/// Harvests a document whose URL is https://example.org/dir/page.
func harvest(
    _ html: String, base: String? = nil, at address: String? = "https://example.org/dir/page",
    keepsDuplicates: Bool = false,
    includesInvalid: Bool = false, includesLazyLoading: Bool = false, contentType: String? = "text/html;charset=utf-8"
) throws -> [HarvestedLink] {
    let options = HarvestOptions(
        base: base.flatMap { WebURL($0) }, keepsDuplicates: keepsDuplicates, includesInvalid: includesInvalid,
        includesLazyLoading: includesLazyLoading)
    return try LinkHarvester(options: options).harvest(
        Array(html.utf8), contentType: contentType, documentURL: address.flatMap { WebURL($0) }, source: "test")
}

/// Returns the resolved URLs of a document's links.
func addresses(_ html: String, base: String? = nil) throws -> [String?] {
    try harvest(html, base: base).map { $0.url?.href }
}
