import Crawling
import DownloadQueue
import Fetching
import Glibc
import ImportExport
import LinkHarvest
import LinkOutput
import Markup
import Places
import PostgresStore
import QueueControl
import Service
import Store
import Syntax
import TerminalHUD
import WHATWGURL

/// An error with the message that the user sees, `what failed: why`, and the exit code.
struct CommandFailure: Error, CustomStringConvertible {
    /// The message: a single line that is safe to print.
    let description: String
    /// The exit code of a command that ends with this failure.
    let status: ExitStatus

    /// The maximum length of a message in characters.
    ///
    /// An address in it may be longer, but the line must stay readable.
    private static let maximumLength = 1_000

    /// Creates a failure from the subject and the reason.
    ///
    /// - Parameters:
    ///   - what: The subject, such as a path, an address or an option.
    ///   - why: The reason, with advice where that helps.
    ///   - status: The exit code.
    init(what: String, why: String, status: ExitStatus) {
        self.init(message: "\(what): \(why)", status: status)
    }

    /// Returns the failure for arguments that do not fit together.
    ///
    /// - Parameter why: The reason, with advice where that helps.
    /// - Returns: A failure with the exit code of wrong usage.
    static func usage(_ why: String) -> CommandFailure { CommandFailure(what: "usage", why: why, status: .usage) }

    /// Creates a failure from a complete message.
    ///
    /// - Parameters:
    ///   - message: The subject and the reason; passwords in addresses are masked, and unsafe characters replaced.
    ///   - status: The exit code.
    init(message: String, status: ExitStatus) {
        // An address in the message may contain a password, and messages end up in log files.
        let masked = CredentialMask.masked(message)
        description = VisibleText.line(String(masked.prefix(Self.maximumLength)))
        self.status = status
    }
}

/// An exit code of the program, after BSD's sysexits(3).
///
/// A command that has already printed its message throws only the exit code.
enum ExitStatus: Int32, Error {
    /// Everything succeeded.
    case success = 0
    /// The command finished, but some items failed.
    case someFailed = 1
    /// Wrong usage (EX_USAGE).
    case usage = 64
    /// Malformed input (EX_DATAERR).
    case malformedInput = 65
    /// There is no such file, page or id (EX_NOINPUT).
    case notFound = 66
    /// A host or service is unavailable (EX_UNAVAILABLE).
    case unavailable = 69
    /// An output cannot be created (EX_CANTCREAT).
    case cannotCreate = 73
    /// An input or output error, or a full disk (EX_IOERR).
    case ioError = 74
    /// Refused: by policy or for lack of permission (EX_NOPERM).
    case refused = 77
}

extension CommandFailure {
    /// Creates the failure that describes an error of any target.
    ///
    /// This is the only place where errors are mapped to exit codes.
    ///
    /// - Parameter error: The error that a command threw. The result is nil for the argument parser's own errors.
    init?(describing error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let record as UnreadableRecord: self.init(message: "\(record)", status: .malformedInput)
        case SnapshotError.invalidValue(let key, let expected, _) where key == "note" || key.hasPrefix("tags"):
            self.init(what: key == "note" ? "note" : "tags", why: "must be \(expected)", status: .malformedInput)
        case let error as SnapshotError: self.init(message: "\(error)", status: .malformedInput)
        case let error as SnapshotArchiveError: self.init(message: "\(error)", status: .notFound)
        case let error as WindowSetError: self.init(message: "\(error)", status: error.exitStatus)
        case let error as PostgresStoreError: self.init(message: "\(error)", status: error.exitStatus)
        case let error as StoreError: self.init(message: "\(error)", status: error.exitStatus)
        case TransferError.refusedAddress(let url, _):
            self.init(message: "\(error); --allow-private \(url.hostname) allows it", status: .refused)
        case let error as TransferError: self.init(message: "\(error)", status: error.exitStatus)
        case let error as LinkHarvestError: self.init(message: "\(error)", status: .malformedInput)
        case let error as LinkPipelineError: self.init(error)
        case let error as LinkSelectionError: self.init(message: "usage: \(error)", status: .usage)
        case let error as ElementScopeError: self.init(message: "--within: \(error)", status: .usage)
        case let error as RobotsGate.Refusal: self.init(message: "\(error)", status: .refused)
        case let error as CrawlJournal.Failure: self.init(message: "\(error)", status: error.exitStatus)
        case let error as QueueFailure: self.init(message: "\(error)", status: .ioError)
        case let error as QueueControlError: self.init(message: "\(error)", status: error.exitStatus)
        case let error as Aria2Call.Failure: self.init(message: "\(error)", status: .unavailable)
        case let error as QueueError: self.init(message: "\(error)", status: error.exitStatus)
        case let error as ServiceError: self.init(message: "\(error)", status: error.exitStatus)
        case let error as NativeMessagingError:
            self.init(what: NativeHostCommand.name, why: "\(error)", status: error.exitStatus)
        default: return nil
        }
    }
}

extension CommandFailure {
    /// Creates the failure of a page.
    init(_ failure: PageFailure) {
        self =
            CommandFailure(describing: failure.error)
            ?? CommandFailure(what: failure.source, why: "\(failure.error)", status: .ioError)
    }

    private init(_ error: LinkPipelineError) {
        switch error {
        case .emptyInput, .localCaptures: self.init(message: "usage: \(error)", status: .usage)
        case .invalidURL, .empty, .invalidArchiveName, .malformedCapture:
            self.init(message: "\(error)", status: .malformedInput)
        case .unsupportedScheme, .unsupportedBucket, .foreignArchive, .unreadList:
            self.init(message: "\(error)", status: .refused)
        // The page may exist, but the server cannot serve it now.
        case .status(_, 408), .status(_, 425), .status(_, 429): self.init(message: "\(error)", status: .unavailable)
        case .status(_, let code):
            self.init(message: "\(error)", status: (400..<500).contains(code) ? .notFound : .unavailable)
        }
    }
}

extension WindowSetError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .notFound, .ambiguous: .notFound
        case .unreadable, .invalid, .unknownFormat: .malformedInput
        }
    }
}

extension StoreError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .cannotCreate, .notWritable: .cannotCreate
        case .cannotOpen, .inputOutput, .diskFull, .damagedCopy, .database: .ioError
        case .foreign, .damaged, .cannotRepair, .newer: .malformedInput
        case .busy: .unavailable
        }
    }
}

extension PostgresStoreError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .libraryMissing: .unavailable
        case .refused, .notPermitted: .refused
        case .diskFull, .failed: .ioError
        case .outdatedServer, .newer, .foreign, .containsNUL, .tooLong: .malformedInput
        case .malformedAddress: .usage
        }
    }
}

extension TransferError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .request, .refusedAddress, .redirect: .refused
        case .dns, .connect, .tls, .connectionLost, .truncated, .timeout, .lowSpeed, .unavailable, .cancelled,
            .shutDown:
            .unavailable
        case .http, .tooLarge, .decompressionBomb: .malformedInput
        }
    }
}

extension CrawlJournal.Failure {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .cannotCreate: .cannotCreate
        case .system: .ioError
        case .foreign, .noFile: .refused
        case .inUse: .unavailable
        }
    }
}

extension QueueError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .notFound, .ambiguous: .notFound
        case .notAllowed, .duplicate, .otherChecksum, .unsafeExport, .unsupportedAddress: .refused
        case .malformedChecksum: .usage
        case .leaseLost, .storeUnavailable: .unavailable
        case .nameTaken: .cannotCreate
        case .damaged: .malformedInput
        }
    }
}

extension QueueControlError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .invalidLines(_, let problems, _) where problems.allSatisfy(\.hasUnsupportedScheme): .refused
        case .invalidLines: .malformedInput
        case .aria2Redirect, .aria2(_, .unauthorized, _): .refused
        case .aria2: .unavailable
        }
    }
}

extension ServiceError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .addressInUse: .unavailable
        case .addressRefused, .unsafeFile, .unreadableFile(_, EACCES): .refused
        case .unreadableFile: .notFound
        case .largeFile: .malformedInput
        case .tokenFile, .sharedFile, .settingsFile: .cannotCreate
        case .lockedFile: .unavailable
        }
    }
}

extension NativeMessagingError {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .truncatedLength, .truncatedMessage, .tooLarge, .invalidRequest: .malformedInput
        case .closed, .system: .ioError
        }
    }
}

extension [UnreadableRecord] {
    /// The number of records that are reported one by one; many damaged records must not hide the list itself.
    private static var reportedCount: Int { 3 }

    /// Reports the records on standard error, after the list of the others was written.
    ///
    /// - Throws: `ExitStatus.someFailed` if there are any.
    func report() throws {
        guard !isEmpty else { return }
        for record in prefix(Self.reportedCount) {
            StandardError.writeLine("leftoff: \(TerminalText.sanitized(record.description))")
        }
        let rest = count - Self.reportedCount
        if rest > 0 {
            // All records of a list are of one kind.
            let noun = "more \(self[count - 1].kind.rawValue)"
            StandardError.writeLine("leftoff: \(counted(rest, noun)) cannot be read: run 'leftoff doctor'")
        }
        throw ExitStatus.someFailed
    }
}
