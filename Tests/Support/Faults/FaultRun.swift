package import Foundation

/// A run of one fault by one client, which has its own paths on the server.
package struct FaultRun: Sendable, Hashable {
    /// The server's port.
    package let port: UInt16

    /// The prefix of the run's paths, which starts with a slash and does not end with one.
    package let prefix: String

    /// Creates a run.
    package init(port: UInt16, prefix: String) {
        self.port = port
        self.prefix = prefix
    }

    /// Returns the path of a percent-encoded name.
    package func path(_ name: String) -> String { "\(prefix)/\(name)" }

    /// Returns the URL of a percent-encoded name on `127.0.0.1`, or on `localhost`, which is another origin.
    package func address(_ name: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path(name))"
    }
}

/// The directory of one run of a ``Fault``.
///
/// It contains the destination with its planted entries, and a file beside it that must not change.
package final class FaultDirectory: Sendable {
    private static let victim = Data("mine".utf8)

    /// The directory above the destination; it is deleted when this object is deallocated.
    package let root: URL

    /// The destination.
    package var files: URL { root.appendingPathComponent("files") }

    /// Creates the directory with the entries that a fault plants; throws an error of the file system.
    package init(_ fault: Fault) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("leftoff-fault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        try Self.victim.write(to: root.appendingPathComponent("victim"))
        for planted in fault.planted { try plant(planted) }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func plant(_ planted: Fault.Planted) throws {
        let path = files.appendingPathComponent(planted.name).path
        switch planted {
        case .file(_, let bytes): try Data(bytes).write(to: URL(fileURLWithPath: path))
        case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../victim")
        case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .pipe: mkfifo(path, 0o600)
        }
    }

    /// Compares the directory with the required outcomes of a fault.
    ///
    /// - Parameters:
    ///   - fault: The fault that was run.
    ///   - others: The names of further entries that may exist beside the destination.
    /// - Returns: Descriptions of all differences.
    package func defects(_ fault: Fault, others: Set<String> = []) -> [String] {
        var defects: [String] = []
        let beside = Set(Self.names(in: root)).subtracting(others)
        if beside != ["files", "victim"] { defects.append("outside of the destination are \(beside.sorted())") }
        if (try? Data(contentsOf: root.appendingPathComponent("victim"))) != Self.victim {
            defects.append("the file outside of the destination was changed")
        }
        let planted = fault.planted.map(\.name)
        let wanted = Set(planted + fault.outcomes.compactMap(\.fileName) + fault.outcomes.compactMap(\.partName))
        let found = Set(Self.names(in: files))
        if found != wanted { defects.append("the destination contains \(found.sorted()), not \(wanted.sorted())") }
        for planted in fault.planted {
            guard case .file(let name, let bytes) = planted, self.bytes(name) != bytes else { continue }
            defects.append("\(name), which existed before, was changed")
        }
        for outcome in fault.outcomes {
            guard let name = outcome.fileName, found.contains(name), bytes(name) != outcome.content else { continue }
            defects.append("\(name) has \(bytes(name)?.count ?? 0) bytes, which are not the right ones")
        }
        return defects
    }

    private func bytes(_ name: String) -> [UInt8]? {
        (try? Data(contentsOf: files.appendingPathComponent(name))).map { Array($0) }
    }

    private static func names(in directory: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    }
}

extension Fault.Planted {
    /// The name in the destination.
    package var name: String {
        switch self {
        case .file(let name, _), .link(let name), .directory(let name), .pipe(let name): name
        }
    }
}

extension FaultOutcome {
    /// The name of the part file that remains; nil if there is none.
    package var partName: String? { keepsPart ? requestedName + Fault.partSuffix : nil }
}
