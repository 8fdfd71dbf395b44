import CLibCurl

/// The libcurl that this process has loaded.
package enum CurlLibrary {
    /// A description of why libcurl cannot be used; nil if it can.
    ///
    /// The first access loads and initialises libcurl.
    package static let failure = clibcurl_global_init().map { String(cString: $0) }

    /// The version of the loaded library, for example `7.88.1`.
    package static var version: String { String(cString: clibcurl_version()) }
}
