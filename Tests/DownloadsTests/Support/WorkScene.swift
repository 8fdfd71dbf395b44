import DownloadQueue
import Fetching
import Foundation
import TestSupport
import Testing

@testable import Downloads

/// A scene whose part files are in a work directory, as on two machines that share a queue and the destination.
final class WorkScene: Sendable {
    /// A machine, which has a work directory of its own.
    enum Machine: String, CaseIterable {
        case one
        case two
    }

    /// The relation between work directory and destination.
    enum FileSystem: CaseIterable, CustomTestStringConvertible {
        case same
        case other

        var testDescription: String { self == .same ? "the same file system" : "another file system" }

        /// The relations that this machine offers: `/dev/shm` is usually another file system than the tests' directory.
        static let available: [FileSystem] = {
            let status = try? FileManager.default.attributesOfItem(atPath: "/dev/shm")
            let other = try? FileManager.default.attributesOfItem(atPath: FileManager.default.temporaryDirectory.path)
            let isOther = status?[.systemNumber] as? Int != other?[.systemNumber] as? Int
            return status != nil && isOther ? allCases : [.same]
        }()

        /// Returns a path for a work directory, on another file system if there is one, otherwise in `root`.
        static func makeDirectory(in root: URL) -> URL {
            available.contains(.other)
                ? URL(fileURLWithPath: "/dev/shm/leftoff-work-\(UUID().uuidString)")
                : root.appendingPathComponent("work")
        }
    }

    let scene: DownloadScene
    private let work: URL

    init(_ fileSystem: FileSystem, configure: (inout DownloadOptions) -> Void = { _ in }) throws {
        scene = try DownloadScene(configure: configure)
        work =
            fileSystem == .same
            ? scene.root.appendingPathComponent("work") : FileSystem.makeDirectory(in: scene.root)
    }

    deinit { try? FileManager.default.removeItem(at: work) }

    /// The path of a machine's work directory.
    func path(_ machine: Machine = .one) -> String { work.appendingPathComponent(machine.rawValue).path }

    func downloader(_ machine: Machine = .one) -> Downloader {
        var options = scene.options
        options.workDirectory = path(machine)
        return Downloader(engine: scene.engine, options: options)
    }

    /// Makes one attempt on a machine.
    func download(
        _ item: QueueItem, on machine: Machine = .one, journal: DownloadJournal? = nil,
        progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws -> DownloadResult {
        let downloader = downloader(machine)
        return await downloader.download(
            item, at: downloader.destinationFinder()(item), journal: try journal ?? scene.journal(item),
            progress: { bytes, _ in progress(bytes) })
    }

    /// Claims the only item and makes one attempt.
    func attempt(on machine: Machine = .one) async throws -> DownloadResult {
        try await download(#require(try scene.claim(owner: machine.rawValue)), on: machine)
    }

    /// Makes one attempt that must not complete, and releases the item.
    func attemptInVain(on machine: Machine = .one) async throws {
        let item = try #require(try scene.claim(owner: machine.rawValue))
        try #require(try await download(item, on: machine).item == nil, "the attempt completed the item")
        try scene.release(item)
    }

    /// The names in a machine's work directory.
    func names(_ machine: Machine = .one) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path(machine))) ?? []).sorted()
    }

    /// Writes a file into a machine's work directory.
    func put(_ bytes: [UInt8], _ name: String, on machine: Machine = .one) throws {
        try FileManager.default.createDirectory(atPath: path(machine), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path(machine) + "/" + name))
    }
}
