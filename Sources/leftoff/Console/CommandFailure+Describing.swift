import Crawling
import DownloadImportExport
import DownloadQueue
import LinkHarvest
import LinkPipeline
import LinkSelection
import Markup
import NativeMessaging
import PostgresStore
import QueueControl
import Service
import Snapshots
import Store
import Transfer
import WHATWGURL
import WindowSets

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
        case .foreign, .damaged, .newer: .malformedInput
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
        case .outdatedServer, .newer, .foreign, .containsNUL: .malformedInput
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
        case .invalidLines(_, let problems) where problems.allSatisfy(\.hasUnsupportedScheme): .refused
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
