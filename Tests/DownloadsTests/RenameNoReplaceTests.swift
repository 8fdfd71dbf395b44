import Foundation
import Testing

@testable import Downloads

@Suite("Renaming without replacing")
struct RenameNoReplaceTests {
    /// A directory with the file `old`, and its descriptor.
    private final class Directory {
        let url: URL
        let descriptor: Int32

        init(in parent: URL = FileManager.default.temporaryDirectory) throws {
            url = parent.appendingPathComponent("leftoff-rename-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            try Data("old".utf8).write(to: url.appendingPathComponent("old"))
            descriptor = open(url.path, O_RDONLY | O_DIRECTORY)
        }

        deinit {
            close(descriptor)
            try? FileManager.default.removeItem(at: url)
        }

        func put(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: url.appendingPathComponent(name))
        }

        func text(_ name: String) -> String? {
            try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
        }
    }

    /// The error numbers with which file systems reject the flag.
    enum Rejection: CaseIterable {
        case invalid
        case missing
        case unsupported

        var function: RenameNoReplace.RenameAt2 {
            switch self {
            case .invalid: { _, _, _, _, _ in fail(EINVAL) }
            case .missing: { _, _, _, _, _ in fail(ENOSYS) }
            case .unsupported: { _, _, _, _, _ in fail(EOPNOTSUPP) }
            }
        }
    }

    @Test("Where the file system rejects renameat2, a link replaces it", arguments: Rejection.allCases)
    func fallback(rejection: Rejection) throws {
        let directory = try Directory()
        func rename(to new: String) -> Int32 {
            RenameNoReplace.rename(
                "old", in: directory.descriptor, to: new, in: directory.descriptor, using: rejection.function)
        }
        try directory.put("mine", "taken")
        #expect(rename(to: "taken") == EEXIST)
        #expect(directory.text("taken") == "mine" && directory.text("old") == "old")
        #expect(rename(to: "new") == 0)
        #expect(directory.text("new") == "old" && directory.text("old") == nil)
        #expect(rename(to: "other") == ENOENT)
    }

    @Test("A link that already exists, because a lost reply was repeated, counts as success")
    func repeatedLink() throws {
        let directory = try Directory()
        try FileManager.default.linkItem(
            at: directory.url.appendingPathComponent("old"), to: directory.url.appendingPathComponent("new"))
        let result = RenameNoReplace.rename(
            "old", in: directory.descriptor, to: "new", in: directory.descriptor, using: Rejection.invalid.function)
        #expect(result == 0)
        #expect(directory.text("new") == "old" && directory.text("old") == nil)
    }

    @Test("A file moves to another directory, with and without renameat2", arguments: [true, false])
    func otherDirectory(isSupported: Bool) throws {
        let directory = try Directory()
        let other = try Directory()
        let function = isSupported ? RenameNoReplace.renameAt2 : nil
        #expect(
            RenameNoReplace.rename("old", in: directory.descriptor, to: "old", in: other.descriptor, using: function)
                == EEXIST)
        #expect(
            RenameNoReplace.rename("old", in: directory.descriptor, to: "new", in: other.descriptor, using: function)
                == 0)
        #expect(directory.text("old") == nil && other.text("new") == "old")
    }

    @Test("A file system without renameat2 does not replace either", .enabled(if: MountedDirectory.hasBindFS))
    func realFileSystem() throws {
        let source = try Directory()
        let mounted = try MountedDirectory([source.url.path], program: "/usr/bin/bindfs")
        let directory = try Directory(in: mounted.url)
        try directory.put("mine", "taken")
        let function = try #require(RenameNoReplace.renameAt2)
        #expect(function(directory.descriptor, "old", directory.descriptor, "new", 1) == -1)
        #expect(
            RenameNoReplace.rename("old", in: directory.descriptor, to: "taken", in: directory.descriptor) == EEXIST)
        #expect(RenameNoReplace.rename("old", in: directory.descriptor, to: "new", in: directory.descriptor) == 0)
        #expect(directory.text("taken") == "mine" && directory.text("new") == "old" && directory.text("old") == nil)
    }
}

/// Sets `errno` and returns the result of a call that has failed.
private func fail(_ number: Int32) -> Int32 {
    errno = number
    return -1
}
