import CLibCurl
import WHATWGURL

/// An easy handle of libcurl with its buffers, which serves one transfer after the other.
///
/// What all transfers of an engine have in common is set once, texts and header lists only when they change: to set them
/// all for each transfer costs more than a small page does.
final class EasyHandle {
    /// What differs from transfer to transfer and costs something to set.
    struct Texts: Equatable {
        var userAgent: String
        var referer: String?
        var usesProxy: Bool
        var fields: [HTTPField]
        var acceptsCompression: Bool
        var hasBody: Bool
    }

    let easy: OpaquePointer

    /// Whether the present hop goes over TLS, by its address.
    var isSecure = false

    /// The transfer that the callbacks are for.
    private(set) var transfer: ActiveTransfer?

    private let errorBuffer: UnsafeMutablePointer<CChar>
    private let callbacks: UnsafeMutablePointer<clibcurl_callbacks>
    private let shared: SharedOptions
    private var headerList: OpaquePointer?
    private var texts: Texts?
    private var isSetUp = false
    private var bufferSize: Int64 = 0
    private var hasBody = false

    /// Makes a handle, or nil when memory is short.
    ///
    /// - Parameters:
    ///   - loop: The loop that it belongs to; it must outlive the handle.
    ///   - shared: What all transfers have in common.
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

    /// What libcurl wrote about the last error, empty if nothing.
    var errorText: String { String(cString: errorBuffer) }

    /// Takes a transfer in.
    func begin(_ transfer: ActiveTransfer) {
        self.transfer = transfer
    }

    /// Lets the transfer go, and forgets what the next one must not inherit.
    func end() {
        // Names and passwords stay in a handle; no other transfer may find them there.
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

    /// Sets what all transfers have in common, unless it is set.
    func setUp(_ setter: inout OptionSetter) {
        errorBuffer[0] = 0
        guard !isSetUp else { return }
        isSetUp = true
        // The address is as the URL Standard wants it; libcurl is not to change its path.
        setter.set(CLIBCURL_PATH_AS_IS, 1)
        setter.set(CLIBCURL_PROTOCOLS_STR, "http,https")
        setter.set(CLIBCURL_REDIR_PROTOCOLS_STR, "http,https")
        setter.set(CLIBCURL_FOLLOWLOCATION, 0)
        setter.set(CLIBCURL_NOSIGNAL, 1)
        // A cancelled transfer does not wait for its name to be resolved.
        setter.set(CLIBCURL_QUICK_EXIT, 1)
        setter.set(CLIBCURL_SUPPRESS_CONNECT_HEADERS, 1)
        setter.set(CLIBCURL_HTTP_CONTENT_DECODING, 0)
        setter.check(clibcurl_set_error_buffer(easy, errorBuffer))
        setter.check(clibcurl_set_callbacks(easy, callbacks))
        if let share = shared.cookieShare {
            setter.check(clibcurl_set_share(easy, share))
            setter.set(CLIBCURL_COOKIEFILE, "")
        }
        if let path = shared.certificatePath { setter.set(CLIBCURL_CAINFO, path) }
        if let path = shared.netrcPath {
            setter.set(CLIBCURL_NETRC, Int64(CLIBCURL_NETRC_OPTIONAL))
            setter.set(CLIBCURL_NETRC_FILE, path)
        }
    }

    /// Makes the transfer a POST.
    func setBody(_ bytes: [UInt8], _ setter: inout OptionSetter) {
        hasBody = true
        setter.check(clibcurl_set_post(easy, bytes, Int64(bytes.count)))
    }

    /// Sets how much is read at once.
    ///
    /// libcurl 7.88.1 refuses that on a handle that has spoken HTTP/2, even for the same size; the old one does then.
    func setBufferSize(_ byteCount: Int64) {
        guard byteCount != bufferSize, clibcurl_set_long(easy, CLIBCURL_BUFFERSIZE, byteCount) == 0 else { return }
        bufferSize = byteCount
    }

    /// Sets the texts, unless they are the last transfer's.
    func apply(_ new: Texts, _ setter: inout OptionSetter) {
        guard texts != new else { return }
        if texts?.userAgent != new.userAgent { setter.set(CLIBCURL_USERAGENT, new.userAgent) }
        if texts == nil || texts?.referer != new.referer {
            setter.check(clibcurl_set_text(easy, CLIBCURL_REFERER, new.referer))
        }
        if texts?.usesProxy != new.usesProxy {
            setter.check(clibcurl_set_text(easy, CLIBCURL_PROXY, new.usesProxy ? shared.proxy : ""))
            setter.check(clibcurl_set_text(easy, CLIBCURL_NOPROXY, new.usesProxy ? shared.proxyExceptions : nil))
        }
        if texts?.fields != new.fields || texts?.acceptsCompression != new.acceptsCompression
            || texts?.hasBody != new.hasBody
        {
            setter.check(setHeaders(of: new) ? 0 : -1)
        }
        texts = setter.isGood ? new : nil
    }

    private func setHeaders(of new: Texts) -> Bool {
        var list: OpaquePointer?
        let codings = new.acceptsCompression ? ContentDecoder.acceptedCodings : "identity"
        for field in new.fields + [HTTPField(name: "Accept-Encoding", value: codings)] {
            // libcurl takes "Name:" for "leave this field out", and "Name;" for an empty value.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            guard let longer = clibcurl_list_append(list, line) else {
                clibcurl_list_destroy(list)
                return false
            }
            list = longer
        }
        // libcurl would wait a second for a server's leave to send a long body.
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
