import Glibc
import Syntax
package import WHATWGURL

/// The journal of a crawl: a file from which an interrupted crawl can be resumed.
///
/// The first line identifies the crawl. Each further line contains a page that was processed and the pages that were
/// found in it. Each line is written at once and ends with the number of its fields, so that an incomplete last line is
/// recognized and removed.
package struct CrawlJournal: ~Copyable, Sendable {
    /// The error of a journal that cannot be used.
    package enum Failure: Error, Sendable, CustomStringConvertible {
        /// The file cannot be created or opened.
        case cannotCreate(path: String, code: Int32)
        /// A system call failed.
        case system(path: String, code: Int32)
        /// The file is the journal of another crawl, or is not a journal.
        case foreign(path: String)
        /// Another process is running the same crawl.
        case inUse(path: String)
        /// The path does not lead to a regular file.
        case noFile(path: String)

        package var description: String {
            switch self {
            case .cannotCreate(let path, let code), .system(let path, let code):
                "\(path): \(String(cString: strerror(code)))"
            case .foreign(let path): "\(path): belongs to another crawl or to other options; use a new file"
            case .inUse(let path): "\(path): another process is running this crawl"
            case .noFile(let path): "\(path): not a regular file; use a new file"
            }
        }
    }

    /// The pages that earlier runs have processed.
    package let steps: [Frontier.Step]

    private let path: String
    private let descriptor: Int32

    /// Opens a journal, or creates one if there is no file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - seeds: The seeds of the crawl.
    ///   - options: The scope of the crawl. A journal of a crawl with other seeds or another scope is rejected.
    /// - Throws: ``Failure``.
    package init(path: String, seeds: [WebURL?], options: Frontier.Options) throws(Failure) {
        self.path = path
        let name = Self.name(seeds: seeds, options: options)
        // The file is opened without blocking; otherwise opening a named pipe would wait for its other end.
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND | O_NONBLOCK, 0o600)
        guard opened >= 0 else {
            throw errno == EISDIR || errno == ENXIO ? .noFile(path: path) : .cannotCreate(path: path, code: errno)
        }
        do throws(Failure) {
            var status = stat()
            guard fstat(opened, &status) == 0 else { throw .system(path: path, code: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile(path: path) }
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(path: path) }
            steps = try Self.begin(opened, path: path, head: Self.head(name))
        } catch {
            Self.release(opened)
            throw error
        }
        descriptor = opened
    }

    deinit { Self.release(descriptor) }

    /// Adds a page that was processed.
    ///
    /// - Parameter step: The record that the frontier returned with the page.
    /// - Throws: ``Failure``.
    package func append(_ step: Frontier.Step) throws(Failure) {
        try Self.write(Self.line(of: step), to: descriptor, path: path)
    }

    /// Unlocks and closes a file.
    ///
    /// Closing the file does not release its lock: a child process has a copy of the descriptor until it calls exec.
    private static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    // MARK: Lines

    /// Returns the line that identifies a crawl.
    private static func name(seeds: [WebURL?], options: Frontier.Options) -> String {
        var hash = FNVHash()
        for seed in seeds { hash.add("\(seed?.href ?? "")\n".utf8) }
        let limit = options.maximumPages.map { "\($0)" } ?? "all"
        let scope = options.spansHosts ? "everywhere" : "same-host"
        let digits = String(hash.value, radix: 16)
        return "depth=\(options.maximumDepth)\tpages=\(limit)\t\(scope)\tseeds=\(seeds.count)-\(digits)"
    }

    private static func head(_ name: String) -> String {
        "leftoff-crawl-1\t\(name)\n"
    }

    private static func line(of step: Frontier.Step) -> String {
        let fields = ["\(step.number)", step.finalURL?.href ?? "-"] + step.found.map(\.href)
        return fields.joined(separator: "\t") + "\t\(fields.count)\n"
    }

    private static func step(of line: some Collection<UInt8>) -> Frontier.Step? {
        let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
            .map { String(decoding: Array($0), as: UTF8.self) }
        guard fields.count >= 3, fields.last == "\(fields.count - 1)", let number = Int(fields[0]) else { return nil }
        let found = fields[2..<(fields.count - 1)].compactMap { WebURL($0) }
        guard found.count == fields.count - 3 else { return nil }
        return Frontier.Step(number: number, finalURL: fields[1] == "-" ? nil : WebURL(fields[1]), found: found)
    }

    /// Reads the steps, removes an incomplete last line, and writes the first line of a new file.
    private static func begin(_ descriptor: Int32, path: String, head: String) throws(Failure) -> [Frontier.Step] {
        let headBytes = Array(head.utf8)
        // The rest of a file is not read if it turns out not to be a journal.
        var bytes = try read(descriptor, limit: headBytes.count, path: path)
        guard bytes.count >= headBytes.count else {
            guard headBytes.starts(with: bytes) else { throw .foreign(path: path) }
            guard ftruncate(descriptor, 0) == 0 else { throw .system(path: path, code: errno) }
            try write(head, to: descriptor, path: path)
            return []
        }
        guard bytes.starts(with: headBytes) else { throw .foreign(path: path) }
        bytes += try read(descriptor, limit: .max, path: path)
        var steps: [Frontier.Step] = []
        var start = headBytes.count
        while let end = bytes[start...].firstIndex(of: 0x0A), let step = step(of: bytes[start..<end]),
            step.number == steps.count
        {
            steps.append(step)
            start = end + 1
        }
        if start < bytes.count, ftruncate(descriptor, off_t(start)) != 0 { throw .system(path: path, code: errno) }
        return steps
    }

    /// Reads up to a number of bytes, or to the end of the file.
    private static func read(_ descriptor: Int32, limit: Int, path: String) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let available = min(buffer.count, limit - bytes.count)
            let count = Glibc.read(descriptor, &buffer, available)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(path: path, code: errno) }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    private static func write(_ text: String, to descriptor: Int32, path: String) throws(Failure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(path: path, code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
