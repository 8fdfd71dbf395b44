import Crawling
import LinkHarvest
import WHATWGURL

/// What comes next of a run over pages.
enum PageRunEvent {
    /// The page that the events up to its end belong to.
    struct Page {
        /// The address at which it was found after all redirects; nil for a file, standard input, and when nobody answered.
        var address: WebURL?
        /// The index of the input that it is; nil for a page that a crawl found.
        var input: Int?
    }

    /// A page begins.
    case begin(Page)
    /// Links of the page in document order.
    case links(LinkBatch)
    /// Links that were checked; they may belong to an earlier page.
    case checked([(link: HarvestedLink, found: CheckedLink?)])
    /// The page is done.
    case end(Page)
    /// The page failed; what was found before has come.
    case failed(CommandFailure)
}
