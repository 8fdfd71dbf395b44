import LinkFormats
import LinkHarvest
import WHATWGURL

extension LinkRun {
    /// An event of a run.
    ///
    /// The events of one page are consecutive, and the pages are in order.
    enum Event {
        /// A page's identity.
        struct Page {
            /// The URL of the final response; nil for a file, standard input, and a page without a response.
            var url: WebURL?
            /// The index of the page's input; nil for a page that a crawl found.
            var input: Int?
        }

        /// The beginning of a page.
        case begin(Page)
        /// Links of the page in document order.
        case links(LinkBatch)
        /// Links with the results of their checks; they may belong to an earlier page.
        case checked([LinkRecord])
        /// The end of a page.
        case end(Page)
        /// The failure of a page; the links that were found before it have been delivered.
        case failed(PageFailure)
    }
}
