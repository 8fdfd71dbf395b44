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
