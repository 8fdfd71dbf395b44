import CLibCurl
import Syntax
import WHATWGURL

/// An easy handle of libcurl with its buffers, which runs transfers one after another.
///
/// Options that all transfers of an engine share are set only once, and texts and header lists only when they change.
/// Setting all of them for each transfer would cost more than fetching a small page.
final class EasyHandle {
    /// The proxy of a transfer.
    enum ProxyChoice: Equatable {
        /// The configuration's proxy or, without one, the environment's.
        case configured

        /// No proxy.
        case none

        /// The proxy with this URL, without exceptions.
        case fixed(String)
    }

    /// The options that can differ between transfers and are costly to set.
    struct Texts: Equatable {
        var userAgent: String
        var referer: String?
        var proxy: ProxyChoice
        var fields: [HeaderField]
        var acceptsCompression: Bool
        var hasBody: Bool
    }

    let easy: OpaquePointer

    /// True if the URL of the current hop uses https.
    var isSecure = false

    /// The transfer that the callbacks belong to; nil while the handle is idle.
    private(set) var transfer: ActiveTransfer?

    private let errorBuffer: UnsafeMutablePointer<CChar>
    private let callbacks: UnsafeMutablePointer<clibcurl_callbacks>
    private let shared: SharedOptions
    private var headerList: OpaquePointer?
    private var texts: Texts?
    private var isSetUp = false
    private var bufferSize: Int64 = 0
    private var hasBody = false

    /// Creates a handle; nil if memory is exhausted.
    ///
    /// - Parameters:
    ///   - loop: The loop that runs the handle. It must outlive the handle.
    ///   - shared: The options that all transfers share.
    init?(loop: EngineLoop, shared: SharedOptions) {
        guard let easy = clibcurl_easy_create() else { return nil }
        self.easy = easy
        self.shared = shared
        errorBuffer = .allocate(capacity: Int(CLIBCURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CLIBCURL_ERROR_SIZE))
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: ActiveTransfer.makeCallbacks(loop: loop))
        callbacks.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        clibcurl_easy_destroy(easy)
        clibcurl_list_destroy(headerList)
        callbacks.deinitialize(count: 1)
        callbacks.deallocate()
        errorBuffer.deallocate()
    }

    /// libcurl's description of the last error; empty if there was none.
    var errorText: String { String(cString: errorBuffer) }

    /// Attaches a transfer.
    func begin(_ transfer: ActiveTransfer) {
        self.transfer = transfer
    }

    /// Detaches the transfer, and clears everything that must not affect the next one.
    func end() {
        // The cookies of a transfer belong to no other one.
        if shared.cookieShare == nil { _ = clibcurl_set_text(easy, CLIBCURL_COOKIELIST, "ALL") }
        // A handle remembers user names and passwords, which no other transfer may use.
        if shared.netrcPath != nil || transfer?.hasCredentials == true || hasBody { reset() }
        transfer = nil
    }

    private func reset() {
        clibcurl_easy_clear(easy)
        isSetUp = false
        bufferSize = 0
        texts = nil
        hasBody = false
    }

    /// Sets the options that all transfers share, unless they have been set.
    func setUp(_ setter: inout OptionSetter) {
        errorBuffer[0] = 0
        guard !isSetUp else { return }
        isSetUp = true
        // The URL has already been normalized by the URL Standard.
        setter.set(CLIBCURL_PATH_AS_IS, 1)
        setter.set(CLIBCURL_PROTOCOLS_STR, "http,https")
        setter.set(CLIBCURL_REDIR_PROTOCOLS_STR, "http,https")
        setter.set(CLIBCURL_FOLLOWLOCATION, 0)
        setter.set(CLIBCURL_NOSIGNAL, 1)
        // The end of a cancelled transfer does not wait for the resolver.
        setter.set(CLIBCURL_QUICK_EXIT, 1)
        setter.set(CLIBCURL_SUPPRESS_CONNECT_HEADERS, 1)
        setter.set(CLIBCURL_HTTP_CONTENT_DECODING, 0)
        setter.check(clibcurl_set_error_buffer(easy, errorBuffer))
        setter.check(clibcurl_set_callbacks(easy, callbacks))
        if let share = shared.cookieShare { setter.check(clibcurl_set_share(easy, share)) }
        // An empty name makes libcurl store and send cookies, without any file.
        setter.set(CLIBCURL_COOKIEFILE, "")
        if let path = shared.certificatePath { setter.set(CLIBCURL_CAINFO, path) }
        if let path = shared.netrcPath { setter.set(CLIBCURL_NETRC_FILE, path) }
    }

    /// Sets whether libcurl looks up the host of the next hop in the netrc file.
    ///
    /// libcurl looks it up again for each hop, by the host's name alone and also in the entry `default`. Without this,
    /// a redirect would choose who receives a password.
    func setNetrc(_ isUsed: Bool, _ setter: inout OptionSetter) {
        guard shared.netrcPath != nil else { return }
        setter.set(CLIBCURL_NETRC, Int64(isUsed ? CLIBCURL_NETRC_OPTIONAL : CLIBCURL_NETRC_IGNORED))
    }

    /// Sets the cookies of a chain of redirects, unless all transfers of the engine share theirs.
    func load(_ cookies: ChainCookies, _ setter: inout OptionSetter) {
        guard shared.cookieShare == nil else { return }
        for line in cookies.current { setter.set(CLIBCURL_COOKIELIST, line) }
    }

    /// Stores the cookies of a chain of redirects after a hop.
    func store(in cookies: ChainCookies) {
        if shared.cookieShare == nil { cookies.current = CookieStore.lines(of: easy) }
    }

    /// Makes the request a POST with a body, which libcurl copies.
    func setBody(_ bytes: [UInt8], _ setter: inout OptionSetter) {
        hasBody = true
        setter.check(clibcurl_set_post(easy, bytes, Int64(bytes.count)))
    }

    /// Sets the number of bytes that are read at a time.
    ///
    /// libcurl 7.88.1 rejects this on a handle that has used HTTP/2, even for the same size. The handle then keeps the
    /// old size.
    func setBufferSize(_ byteCount: Int64) {
        guard byteCount != bufferSize, clibcurl_set_long(easy, CLIBCURL_BUFFERSIZE, byteCount) == 0 else { return }
        bufferSize = byteCount
    }

    /// Sets the texts that differ from those of the last transfer.
    func apply(_ new: Texts, _ setter: inout OptionSetter) {
        guard texts != new else { return }
        if texts?.userAgent != new.userAgent { setter.set(CLIBCURL_USERAGENT, new.userAgent) }
        if texts == nil || texts?.referer != new.referer {
            setter.check(clibcurl_set_text(easy, CLIBCURL_REFERER, new.referer))
        }
        if texts?.proxy != new.proxy { setProxy(new.proxy, &setter) }
        if texts?.fields != new.fields || texts?.acceptsCompression != new.acceptsCompression
            || texts?.hasBody != new.hasBody
        {
            setter.check(setHeaders(of: new) ? 0 : -1)
        }
        texts = setter.isGood ? new : nil
    }

    /// Returns the URL of the proxy that the configuration or the environment names for a URL; nil without one.
    func proxy(for url: WebURL) -> String? {
        shared.proxy ?? EnvironmentProxy.current.proxy(for: url, exceptions: shared.proxyExceptions)
    }

    private func setProxy(_ choice: ProxyChoice, _ setter: inout OptionSetter) {
        let (proxy, exceptions): (String?, String?) =
            switch choice {
            case .configured: (shared.proxy, shared.proxyExceptions)
            case .none: ("", nil)
            case .fixed(let url): (url, "")
            }
        setter.check(clibcurl_set_text(easy, CLIBCURL_PROXY, proxy))
        setter.check(clibcurl_set_text(easy, CLIBCURL_NOPROXY, exceptions))
    }

    private func setHeaders(of new: Texts) -> Bool {
        var list: OpaquePointer?
        let codings = new.acceptsCompression ? ContentDecoder.acceptedCodings : "identity"
        for field in new.fields + [HeaderField(name: "Accept-Encoding", value: codings)] {
            // In libcurl's syntax, "Name:" omits the field, and "Name;" sends an empty value.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            guard let longer = clibcurl_list_append(list, line) else {
                clibcurl_list_destroy(list)
                return false
            }
            list = longer
        }
        // Without this, libcurl waits a second for the response "100 Continue" before it sends a long body.
        if new.hasBody, let longer = clibcurl_list_append(list, "Expect:") { list = longer }
        guard clibcurl_set_header_list(easy, list) == 0 else {
            clibcurl_list_destroy(list)
            return false
        }
        clibcurl_list_destroy(headerList)
        headerList = list
        return true
    }
}

/// A setter for an easy handle's options that records if libcurl rejects one.
struct OptionSetter {
    private let easy: OpaquePointer

    /// False once libcurl has rejected an option.
    private(set) var isGood = true

    init(easy: OpaquePointer) {
        self.easy = easy
    }

    mutating func set(_ option: clibcurl_long_option, _ value: Int64) {
        check(clibcurl_set_long(easy, option, value))
    }

    mutating func set(_ option: clibcurl_text_option, _ value: String) {
        check(clibcurl_set_text(easy, option, value))
    }

    mutating func check(_ result: Int32) {
        if result != Int32(CLIBCURL_OK) { isGood = false }
    }
}

/// The options that all transfers of an engine share, used only on the engine's thread.
struct SharedOptions {
    /// The store of the cookies of all transfers; if it is nil, each transfer has its own (``ChainCookies``).
    var cookieShare: OpaquePointer?

    /// The path of a netrc file; nil uses none.
    var netrcPath: String?

    /// The path of a file of trusted certificates; nil to trust the system's.
    var certificatePath: String?

    /// The URL of the proxy; nil to use the environment's.
    var proxy: String?

    /// The hosts that are contacted without a proxy; none if the configuration names a proxy.
    var proxyExceptions: String { proxy == nil ? ProxyExceptions.value : "" }
}

extension Duration {
    /// The duration in milliseconds, rounded up and clamped to the range of libcurl's options.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit: Int64 = 2_000_000_000  // 23 days: a `long` of libcurl has 32 bits on some platforms.
        guard seconds < limit / 1_000 else { return limit }
        guard seconds > -limit / 1_000 else { return -limit }
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
