import CLibCurl

/// The libcurl of this process.
package enum CurlLibrary {
    /// Why libcurl cannot be used; nil when it can.
    ///
    /// The first use loads and initialises it.
    package static let failure = clibcurl_global_init().map { String(cString: $0) }

    /// The version of the library that runs, for example `7.88.1`.
    package static var version: String { String(cString: clibcurl_version()) }
}
