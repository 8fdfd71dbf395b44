import DownloadLists
import DownloadQueue
import HTTPSyntax
import Transfer
import WHATWGURL

/// A guard against HTML pages that servers send instead of files, such as sign-in pages and error pages.
///
/// An address, a name or an earlier response may promise that the file is no page. A page then fails the download.
/// Without such a promise, every response is accepted.
struct PageGuard: Sendable {
    /// The words for the promised file; nil if nothing was promised.
    private let promise: String?
    /// True if promises of the addresses of redirects count too.
    private let isActive: Bool

    /// Creates the guard of an item; `disk` describes the bytes on disk, which come from an earlier response.
    init(_ item: QueueItem, disk: PartialContent) {
        // The digest decides if the file is right.
        let isOff = item.request.acceptsHTML || item.checksum != nil || item.name.map(FileName.isPage) == true
        isActive = !isOff
        let names = [item.name, item.request.suggestedName, FileName.inPath(of: item.url)]
        if isOff {
            promise = nil
        } else if let format = names.lazy.compactMap({ $0.flatMap(FileName.fileFormat) }).first {
            promise = "a \(format) file"
        } else {
            promise = disk.durableBytes > 0 && !disk.isPage ? "the file that it had begun to send" : nil
        }
    }

    /// Returns the failure if a response is a page instead of the promised file; nil if the response may be accepted.
    ///
    /// - Parameter head: The head of a response with a body.
    /// - Returns: The failure, without the URL.
    func failure(_ head: ResponseHead) -> QueueFailure? {
        guard let promise = promise(by: head), Self.isPage(head), !ContentDisposition.isAttachment(head) else {
            return nil
        }
        return Self.failure(head, promise)
    }

    /// Returns true if the first bytes of a body show whether it is a page, because the head does not.
    func needsBody(_ head: ResponseHead) -> Bool {
        promise(by: head) != nil && Self.mediaType(head) == nil && !ContentDisposition.isAttachment(head)
    }

    /// Returns the failure if a body begins like a page although its head does not declare a type.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - bytes: The first bytes of the body, at least ``signatureBytes`` unless it is shorter.
    /// - Returns: The failure, without the URL; nil if the body is no page.
    func failure(_ head: ResponseHead, beginning bytes: some Collection<UInt8>) -> QueueFailure? {
        guard let promise = promise(by: head), Self.isPage(bytes) else { return nil }
        return Self.failure(head, promise)
    }

    /// The number of bytes at the start of a body that show if it is a page.
    ///
    /// A page may begin with a byte order mark and blanks.
    static let signatureBytes = 64

    /// Returns true if the declared media type is that of an HTML page; XHTML counts as HTML.
    static func isPage(_ head: ResponseHead) -> Bool {
        guard let type = mediaType(head) else { return false }
        return ["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"].contains(type)
    }

    /// Returns the words for the promised file; nil if neither the item nor an address of the response promises one.
    private func promise(by head: ResponseHead) -> String? {
        if let promise { return promise }
        guard isActive else { return nil }
        let names = (head.redirects + [head.url]).lazy.compactMap { FileName.inPath(of: $0) }
        return names.compactMap(FileName.fileFormat).first.map { "a \($0) file" }
    }

    private static func failure(_ head: ResponseHead, _ promise: String) -> QueueFailure {
        let origin = head.redirects.isEmpty ? "" : " from \(head.url.withoutCredentials().href)"
        return QueueFailure(
            .page, "the server sent an HTML page\(origin) instead of \(promise); --accept-html downloads the page",
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
        let text = start.drop { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        return ["<!doctype html", "<html"].contains { tag in
            let next = text.dropFirst(tag.utf8.count).first
            return text.prefix(tag.utf8.count).elementsEqual(tag.utf8) { byte, letter in
                byte == letter || (0x41...0x5A).contains(byte) && byte | 0x20 == letter
            } && (next == nil || next == UInt8(ascii: ">") || [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(next))
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

    /// Returns true if a name has an extension of HTML pages.
    static func isPage(_ name: String) -> Bool {
        fileExtension(name).map { ["html", "htm", "xhtml", "xht", "shtml"].contains($0) } ?? false
    }

    /// Returns the part of a name after its last dot, without a path parameter and in lower case; nil if there is none.
    private static func fileExtension(_ name: String) -> String? {
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
        let images = "iso img qcow qcow2 vmdk vdi vhd vhdx ova ovf wim squashfs hex uf2 rom"
        let documents =
            "pdf ps eps djvu epub mobi azw azw3 fb2 doc docx docm dot dotx xls xlsx xlsm xlsb ppt pptx pptm pps ppsx"
            + " odt ods odp odg rtf tex bib vsd vsdx xps chm cbz cbr"
        let pictures =
            "jpg jpeg jpe jfif png apng gif webp avif heic heif bmp tif tiff ico svg svgz psd ai xcf cr2 nef dng jxl"
            + " jp2 dwg dxf stl obj 3mf gltf glb blend step"
        let sounds = "mp3 m4a m4b aac flac ogg oga opus wav wma aif aiff mid midi ape mka"
        let films = "mp4 m4v mkv webm avi mov wmv flv mpg mpeg m2ts mts 3gp ogv vob m3u m3u8 mpd srt vtt"
        let data =
            "csv tsv json ndjson jsonl geojson xml xsd rss atom yaml yml toml sql sqlite sqlite3 db mdb parquet avro"
            + " arrow feather orc h5 hdf5 nc mat npy npz pkl pickle safetensors gguf onnx pt pth ckpt dat warc wacz pbf"
            + " kml kmz gpx shp las laz fasta fastq bam vcf dta sav rds rda ipynb"
        let texts = "txt log ini cfg conf diff patch asc sig sha1 sha256 sha512 md5 torrent metalink meta4 ics nfo"
        let others = "ttf otf woff woff2 eot ttc pem crt cer der p12 pfx css js mjs wasm map iss reg bat ps1 sh"
        let all = [archives, packages, images, documents, pictures, sounds, films, data, texts, others]
        return Set(all.flatMap { $0.split(separator: " ") }.map(String.init))
    }()
}
