extension Fault {
    /// The faults of the file name that a server sends.
    ///
    /// Every file must get a safe name in the destination.
    static let ofNames: [Fault] = [
        disposition("name-parent", "the file name `../../evil`", "filename=\"../../evil\"", "evil"),
        disposition("name-parent-windows", "the file name `..\\..\\evil`", "filename=\"..\\\\..\\\\evil\"", "evil"),
        disposition("name-absolute", "the file name `/etc/cron.d/evil`", "filename=\"/etc/cron.d/evil\"", "evil"),
        disposition("name-drive", "the file name `C:\\evil.exe`", "filename=\"C:\\\\evil.exe\"", "evil.exe"),
        disposition("name-hidden", "the file name `.bashrc`", "filename=\".bashrc\"", "bashrc"),
        disposition("name-dots", "the file name `..`", "filename=\"..\"", fileName),
        disposition("name-empty", "an empty file name", "filename=\"\"", fileName),
        disposition("name-slash", "the file name `evil/`", "filename=\"evil/\"", fileName),
        disposition("name-nul", "the file name `a%00b` (RFC 8187)", "filename*=UTF-8''a%00b.txt", "ab.txt"),
        disposition(
            "name-escape", "a file name with a terminal's escape sequence", "filename*=UTF-8''a%1B[31mb.txt",
            "a[31mb.txt"),
        disposition("name-line", "a file name with a line break", "filename*=UTF-8''a%0D%0Ab.txt", "ab.txt"),
        disposition(
            "name-direction", "a file name that changes the writing direction", "filename*=UTF-8''a%E2%80%AEtxt.exe",
            "atxt.exe"),
        disposition(
            "name-encoded-parent", "the file name `..%2Fevil` (RFC 8187)", "filename*=UTF-8''..%2F..%2Fevil", "evil"),
        disposition("name-device", "the file name `CON.txt`", "filename=\"CON.txt\"", "_CON.txt"),
        disposition("name-option", "the file name `-rf`", "filename=\"-rf\"", "_-rf"),
        disposition(
            "name-utf8", "the file name `naïve ☃.txt` (RFC 8187)", "filename*=UTF-8''na%C3%AFve%20%E2%98%83.txt",
            "naïve ☃.txt"),
        disposition(
            "name-part", "the name of the part file as the file name", "filename=\"x.leftoff-part\"", "x_leftoff-part"),
        disposition(
            "name-long", "a file name of 300 bytes", "filename=\"\(String(repeating: "n", count: 296)).txt\"",
            String(repeating: "n", count: 216) + ".txt"),
        Fault(
            .name, "name-field-nul", "Content-Disposition has a NUL in it", .malformed()
        ) { _ in
            let field = "Content-Disposition: attachment; filename=\"a\0b\""
            return raw("HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(
            .name, "name-address", "The address ends in `..%2F..%2Fevil`",
            .done(as: "evil").requesting("..%2F..%2Fevil")
        ) { _ in whole },
        Fault(
            .name, "name-twice", "Two downloads are given the same name",
            outcomes: [
                .done(as: "same.bin").requesting("one"),
                .done("under another name", as: "same (1).bin").requesting("two").bytes(changed),
            ],
            ["one": { _ in named("same.bin") }, "two": { _ in named("same.bin", changed) }]),
        Fault(
            .name, "name-twice-in-case", "Two downloads are given names that differ in case",
            outcomes: [
                .done(as: "same.bin").requesting("one"),
                .done("both files are kept", as: "SAME.bin").requesting("two").bytes(changed),
            ],
            ["one": { _ in named("same.bin") }, "two": { _ in named("SAME.bin", changed) }]),
    ]

    private static func disposition(_ slug: String, _ title: String, _ value: String, _ name: String) -> Fault {
        let shown = name.utf8.count > 40 ? "truncated to 220 bytes" : "as `\(name)`"
        return Fault(
            .name, slug, "The server gives \(title)", .done(shown, requests: 1...1, as: name)
        ) { _ in .ok(content, fields: [("Content-Disposition", "attachment; \(value)")]) }
    }

    private static func named(_ name: String, _ content: [UInt8] = content) -> ScriptedResponder {
        .ok(content, fields: [("Content-Disposition", "attachment; filename=\"\(name)\"")])
    }
}

extension Fault {
    /// The faults of a destination in which the name is already in use.
    static let ofTheDestination: [Fault] = [
        Fault(
            .destination, "link-at-name", "A symbolic link has the file's name",
            .refused("refused", requests: 0...0, "the link's target stays as it is")
        ) { _ in whole }
        .with { $0.planted = [.link(fileName)] },
        Fault(
            .destination, "link-at-part", "A symbolic link has the part file's name",
            .refused("refused", requests: 0...0, "the link's target stays as it is")
        ) { _ in whole }
        .with { $0.planted = [.link(fileName + partSuffix)] },
        Fault(
            .destination, "directory-at-name", "A directory has the file's name",
            .done("under another name", as: "file (1).bin")
        ) { _ in whole }
        .with { $0.planted = [.directory(fileName)] },
        Fault(
            .destination, "file-at-name", "Another file has the name",
            .done("under another name; the other file stays", as: "file (1).bin")
        ) { _ in whole }
        .with { $0.planted = [.file(fileName, [1, 2, 3])] },
        Fault(
            .destination, "file-at-part", "Another file has the part file's name",
            .done("under another name; the other file stays", as: "file (1).bin")
        ) { _ in whole }
        .with { $0.planted = [.file(fileName + partSuffix, [1, 2, 3])] },
        Fault(
            .destination, "pipe-at-name", "A named pipe has the file's name",
            .done("under another name", as: "file (1).bin")
        ) { _ in whole }
        .with { $0.planted = [.pipe(fileName)] },
        Fault(
            .destination, "pipe-at-part", "A named pipe has the part file's name",
            .done("under another name", as: "file (1).bin")
        ) { _ in whole }
        .with { $0.planted = [.pipe(fileName + partSuffix)] },
    ]

    /// The suffix of a part file's name.
    package static let partSuffix = ".leftoff-part"
}

extension Fault {
    /// The faults of a digest that the user or the server has specified.
    static let ofDigests: [Fault] = [
        Fault(.digest, "checksum-wrong", "The file does not have the expected digest", .quarantined()) { _ in
            whole
        }
        .with { $0.checksum = "sha256=" + String(repeating: "0", count: 64) },
        announced(
            "repr-digest-wrong", "Repr-Digest (RFC 9530) is of another file", "Repr-Digest", "sha-256=:\(wrong):"),
        announced("content-digest-wrong", "Content-Digest is of another body", "Content-Digest", "sha-256=:\(wrong):"),
        announced("digest-wrong", "Digest (RFC 3230) is of another file", "Digest", "SHA-256=\(wrong)"),
        Fault(
            .digest, "repr-digest-right", "Repr-Digest is the file's own", .done("verified").bytes(hello)
        ) { _ in
            .ok(hello, fields: [("Repr-Digest", "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:")])
        },
        Fault(
            .digest, "repr-digest-nonsense", "Repr-Digest is nonsense", .done("it is ignored")
        ) { _ in .ok(content, fields: [("Repr-Digest", "sha-256=:short:, =;;"), ("Digest", "sha-256")]) },
    ]

    /// Thirty-two zero bytes in Base64.
    private static let wrong = String(repeating: "A", count: 43) + "="

    private static func announced(_ slug: String, _ title: String, _ field: String, _ value: String) -> Fault {
        Fault(.digest, slug, title, .quarantined()) { _ in .ok(content, fields: [(field, value)]) }
    }
}
