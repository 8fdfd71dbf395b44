import CLibCurl

/// The libcurl of this process.
package enum CurlLibrary {
    /// False when libcurl cannot be initialised.
    ///
    /// The first use initialises it.
    static let isReady = clibcurl_global_init()

    /// The version of the library that runs, for example `7.88.1`.
    package static var version: String { String(cString: clibcurl_version()) }
}
