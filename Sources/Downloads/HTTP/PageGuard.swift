import DownloadQueue
import Fetching
import FileFormats
import Syntax
import WHATWGURL

/// A guard against HTML pages that servers send instead of files, such as sign-in pages and error pages.
///
/// An address, a name or an earlier response may promise that the file is no page. A page then fails the download.
/// Without such a promise, every response is accepted.
struct PageGuard: Sendable {
    /// A kind of file that was promised.
    private struct Promise {
        /// The extension of the kind; nil if an earlier response promises the file.
        var format: String?

        /// The words for the file in messages.
        var words: String { format.map { "a \($0) file" } ?? "the file that it had begun to send" }
    }

    /// The promise of the item; nil if it promises nothing.
    private let promise: Promise?
    /// True if promises of the addresses of redirects count too.
    private let isActive: Bool

    /// Creates the guard of an item; `disk` describes the bytes on disk, which come from an earlier response.
    init(_ item: QueueItem, disk: PartialContent) {
        // The digest decides if the file is right.
        let isOff = item.request.acceptsHTML || item.checksum != nil || item.name.map(FileName.isPage) == true
        isActive = !isOff
        let chosen = [item.name, item.request.suggestedName].lazy.compactMap { $0.flatMap(FileName.fileFormat) }.first
        if isOff {
            promise = nil
        } else if let format = chosen ?? FileName.fileFormat(inPathOf: item.url) {
            promise = Promise(format: format)
        } else {
            promise = disk.durableBytes > 0 && !disk.isPage ? Promise() : nil
        }
    }

    /// Returns the failure if the response with a part of the promised file is declared to be a page; nil if it may be
    /// accepted.
    ///
    /// - Parameter head: The head of a response with a body.
    /// - Returns: The failure, without the URL.
    func failure(ofPart head: ResponseHead) -> QueueFailure? {
        guard let promise = promise(by: head), Self.isPage(head), !ContentDisposition.isAttachment(head) else {
            return nil
        }
        return Self.failure(head, promise)
    }

    /// Returns true if the first bytes of a body show whether it is a page.
    ///
    /// They do so if the response has no type, and also if it is declared to be a page, because some servers send every
    /// unknown file as HTML.
    func needsBody(_ head: ResponseHead) -> Bool {
        promise(by: head) != nil && (Self.mediaType(head) == nil || Self.isPage(head))
            && !ContentDisposition.isAttachment(head)
    }

    /// Returns the failure if a body is a page instead of the promised file.
    ///
    /// - Parameters:
    ///   - head: The head of the response, for which ``needsBody(_:)`` is true.
    ///   - bytes: The first bytes of the body, at least ``signatureBytes`` unless it is shorter.
    /// - Returns: The failure, without the URL; nil if the body is no page.
    func failure(_ head: ResponseHead, beginning bytes: some Collection<UInt8>) -> QueueFailure? {
        guard let promise = promise(by: head) else { return nil }
        let isPage = Self.isPage(head) ? !Self.isFile(bytes, promise.format) : Self.isPage(bytes)
        return isPage ? Self.failure(head, promise) : nil
    }

    /// The number of bytes at the start of a body that show if it is a page.
    ///
    /// They are as many as MIME Sniffing (section 5.2) may read at least to tell binary data from text.
    static let signatureBytes = 512

    /// Returns true if a body is a file of the promised kind although it is declared to be a page.
    ///
    /// A page is text, and begins with a tag.
    private static func isFile(_ bytes: some Collection<UInt8>, _ format: String?) -> Bool {
        let start = Array(bytes.prefix(signatureBytes))
        // The last character may be incomplete.
        let isText = (0..<4).contains { String(validating: start.dropLast($0), as: UTF8.self) != nil }
        let hasControls = start.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
        if !start.isEmpty, !isText || hasControls || start.starts(with: "%PDF-".utf8) { return true }
        guard let format, FileName.textFormats.contains(format) else { return false }
        let first = start.first { ![0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
        return first.map { $0 != UInt8(ascii: "<") || FileName.markupFormats.contains(format) && !isPage(start) }
            ?? false
    }

    /// Returns true if the declared media type is that of an HTML page; XHTML counts as HTML.
    static func isPage(_ head: ResponseHead) -> Bool {
        guard let type = mediaType(head) else { return false }
        return ["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"].contains(type)
    }

    /// Returns the promise of the item or of an address of the response; nil if there is none.
    private func promise(by head: ResponseHead) -> Promise? {
        if let promise { return promise }
        guard isActive else { return nil }
        return (head.redirects + [head.url]).lazy.compactMap(FileName.fileFormat(inPathOf:)).first.map {
            Promise(format: $0)
        }
    }

    private static func failure(_ head: ResponseHead, _ promise: Promise) -> QueueFailure {
        let origin = head.redirects.isEmpty ? "" : " from \(head.url.withoutCredentials().href)"
        return QueueFailure(
            .page,
            "the server sent an HTML page\(origin) instead of \(promise.words); --accept-html downloads the page",
            isLasting: true)
    }

    /// Returns the last media type of a response, without parameters and in lower case; nil if none is valid.
    private static func mediaType(_ head: ResponseHead) -> String? {
        head.values(of: "Content-Type").flatMap { $0.split(separator: ",") }
            .compactMap { $0.split(separator: ";").first.map { String($0).trimmingBlanks().lowercased() } }
            .last { type in
                let parts = type.split(separator: "/", omittingEmptySubsequences: false)
                return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && type != "*/*"
            }
    }

    /// Returns true if bytes begin with `<!doctype html` or `<html`, after a byte order mark and blanks (MIME Sniffing,
    /// section 7.1).
    private static func isPage(_ bytes: some Collection<UInt8>) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes.dropFirst(0)
        let text = start.drop(while: ASCII.isWhitespace)
        return ["<!doctype html", "<html"].contains { tag in
            let next = text.dropFirst(tag.utf8.count).first
            return text.prefix(tag.utf8.count).elementsEqual(tag.utf8, by: { ASCII.lowercase($0) == $1 })
                && next.map { $0 == UInt8(ascii: ">") || ASCII.isWhitespace($0) } ?? true
        }
    }
}

extension FileName {
    /// Returns the extension of a name in lower case if it is that of a kind of file that is no HTML page; otherwise
    /// nil, also for an unknown extension.
    static func fileFormat(_ name: String) -> String? {
        guard let ending = fileExtension(name) else { return nil }
        return fileExtensions.contains(ending) ? ending : nil
    }

    /// Returns the extension of the name in a URL's path if it promises a file that is no HTML page; otherwise nil.
    ///
    /// Names of pages may look like those of files: `Node.js`, `example.ai`, `File:A.jpg`.
    static func fileFormat(inPathOf url: WebURL) -> String? {
        guard let name = inPath(of: url), !url.path.contains(":"), let format = fileFormat(name) else { return nil }
        return ambiguousFormats.contains(format) ? nil : format
    }

    /// The extensions of ``fileFormat(_:)`` that are also common at the end of the names of pages.
    private static let ambiguousFormats: Set = [
        "ai", "bat", "conf", "js", "map", "mjs", "mov", "nc", "ps", "run", "sh", "step", "z",
    ]

    /// The extensions of texts.
    static let textFormats = markupFormats.union([
        "asc", "bat", "bib", "cer", "cfg", "conf", "crt", "css", "csv", "diff", "eps", "fasta", "fastq", "geojson",
        "gltf", "hex", "ics", "ini", "ipynb", "js", "json", "jsonl", "log", "m3u", "m3u8", "map", "md5", "mjs",
        "ndjson", "nfo", "obj", "patch", "pem", "ps", "ps1", "reg", "rtf", "sh", "sha1", "sha256", "sha512", "sig",
        "sql", "srt", "step", "stl", "tex", "toml", "tsv", "txt", "vcf", "vtt", "yaml", "yml",
    ])

    /// The extensions of texts that begin with a tag of XML.
    static let markupFormats: Set = [
        "atom", "fb2", "gpx", "kml", "meta4", "metalink", "mpd", "rss", "svg", "xml", "xsd",
    ]

    /// Returns true if a name has an extension of HTML pages.
    static func isPage(_ name: String) -> Bool {
        fileExtension(name).map { ["html", "htm", "xhtml", "xht", "shtml"].contains($0) } ?? false
    }

    /// Returns the part of a name after its last dot, without a path parameter and in lower case; nil if there is none.
    static func fileExtension(_ name: String) -> String? {
        let name = name.prefix { $0 != ";" }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...]
        guard (1...11).contains(ending.utf8.count) else { return nil }
        return ending.lowercased()
    }

    /// The extensions of files that no server sends as HTML.
    ///
    /// The extensions of programs that answer requests, such as `php`, `asp`, `cgi` and `py`, are not among them, and
    /// neither are endings that are common in the names of pages, such as `com` and version numbers.
    private static let fileExtensions: Set<String> = {
        let archives =
            "zip zipx 7z rar tar gz tgz bz2 tbz tbz2 xz txz zst tzst lz lz4 lzma lzo tlz cab arj lha lzh cpio z"
        let packages =
            "deb udeb rpm apk aab ipa dmg pkg msi msix msixbundle exe dll appimage flatpak flatpakref snap jar war ear"
            + " whl gem crate nupkg vsix xpi crx egg conda run bin"
        let diskImages = "iso img qcow qcow2 vmdk vdi vhd vhdx ova ovf wim squashfs hex uf2 rom"
        let documents =
            "pdf ps eps djvu epub mobi azw azw3 fb2 doc docx docm dot dotx xls xlsx xlsm xlsb ppt pptx pptm pps ppsx"
            + " odt ods odp odg rtf tex bib vsd vsdx xps chm cbz cbr"
        let images =
            "jpg jpeg jpe jfif png apng gif webp avif heic heif bmp tif tiff ico svg svgz psd ai xcf cr2 nef dng jxl"
            + " jp2 dwg dxf stl obj 3mf gltf glb blend step"
        let audio = "mp3 m4a m4b aac flac ogg oga opus wav wma aif aiff mid midi ape mka"
        let video = "mp4 m4v mkv webm avi mov wmv flv mpg mpeg m2ts mts 3gp ogv vob m3u m3u8 mpd srt vtt"
        let data =
            "csv tsv json ndjson jsonl geojson xml xsd rss atom yaml yml toml sql sqlite sqlite3 db mdb parquet avro"
            + " arrow feather orc h5 hdf5 nc mat npy npz pkl pickle safetensors gguf onnx pt pth ckpt dat warc wacz pbf"
            + " kml kmz gpx shp las laz fasta fastq bam vcf dta sav rds rda ipynb"
        let texts = "txt log ini cfg conf diff patch asc sig sha1 sha256 sha512 md5 torrent metalink meta4 ics nfo"
        let others = "ttf otf woff woff2 eot ttc pem crt cer der p12 pfx css js mjs wasm map iss reg bat ps1 sh"
        let all = [archives, packages, diskImages, documents, images, audio, video, data, texts, others]
        return Set(all.flatMap { $0.split(separator: " ") }.map(String.init))
    }()
}
