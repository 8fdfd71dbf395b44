import DownloadImportExport
import DownloadQueue
import HTTPTypes
import Hummingbird
import JSON
import PageCopies
import Snapshots
import WindowSets

extension Problem {
    /// Creates the problem for an error of an archive, a queue or the HTTP library; nil if the error is an internal
    /// one.
    init?(describing error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as SnapshotError: self = Self.problem(of: error)
        case let error as CopyError: self = Self.problem(of: error)
        case let error as SnapshotArchiveError:
            switch error {
            case .notFound: self.init(.notFound, "\(error)")
            case .ambiguous: self.init(.conflict, "\(error)")
            }
        case let error as WindowSetError:
            switch error {
            case .notFound: self.init(.notFound, "\(error)")
            case .ambiguous: self.init(.conflict, "\(error)")
            case .unreadable(.tooLarge): self.init(.contentTooLarge, "\(error)")
            case .unreadable(.malformed): self.init(.badRequest, "\(error)")
            case .invalid, .unknownFormat: self.init(.unprocessableContent, "\(error)")
            }
        case let error as QueueError:
            switch error {
            case .notFound: self.init(.notFound, "\(error)")
            case .ambiguous, .notAllowed, .duplicate, .otherChecksum, .leaseLost, .nameTaken:
                self.init(.conflict, "\(error)")
            case .storeUnavailable: self.init(.serviceUnavailable, "\(error)")
            case .damaged, .malformedChecksum, .unsafeExport, .unsupportedAddress: return nil
            }
        case ServiceError.lockedFile: self.init(.serviceUnavailable, "\(error)")
        case let record as UnreadableRecord: self.init(.internalServerError, "\(record)")
        case let error as HTTPError: self.init(error.status, error.body ?? error.status.reasonPhrase.lowercased())
        default: return nil
        }
    }

    private static func problem(of error: CopyError) -> Problem {
        switch error {
        case .unreadable(.tooLarge): Problem(.contentTooLarge, error.reason)
        case .unreadable(.malformed): Problem(.badRequest, error.reason)
        case .notAnObject, .unsupportedSchema, .refusedAddress, .invalidValue, .tooMany:
            Problem(.unprocessableContent, error.reason)
        }
    }

    private static func problem(of error: SnapshotError) -> Problem {
        switch error {
        case .unreadable(.tooLarge): Problem(.contentTooLarge, error.reason)
        case .unreadable(.malformed): Problem(.badRequest, error.reason)
        case .notAnObject, .unsupportedSchema, .missingAddress, .refusedAddress, .invalidValue:
            Problem(.unprocessableContent, error.reason)
        }
    }
}
