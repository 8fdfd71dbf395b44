/// A page that is being fetched, for those who stop it or let it go on.
package struct PageTicket: Sendable {
    let fetch: PageFetch

    /// Ends the fetch as cancelled, if it has not ended yet.
    package func cancel() {
        fetch.cancel()
    }

    /// Lets a page go on whose sink was not ready.
    package func resume() {
        fetch.resume()
    }
}
