extension Fault {
    /// The faults of redirects.
    static let ofRedirects: [Fault] = [
        Fault(.redirect, "redirect-loop", "A redirect to itself", .refused("redirect", requests: 2...30)) { run in
            .redirect(to: run.path(fileName))
        },
        Fault(
            .redirect, "redirect-ring", "Two redirects in a ring", .refused("redirect", requests: 1...30),
            others: ["b": { run in .redirect(to: run.path(fileName)) }]
        ) { run in .redirect(to: run.path("b")) },
        Fault(
            .redirect, "redirect-chain", "Twenty-five redirects, each to the next",
            .refused("redirect", requests: 1...21),
            others: Dictionary(
                uniqueKeysWithValues: (1...25).map { number in
                    ("\(number)", { @Sendable run in number < 25 ? .redirect(to: run.path("\(number + 1)")) : whole })
                })
        ) { run in .redirect(to: run.path("1")) },
        Fault(
            .redirect, "redirect-once", "A redirect to another path", .done(requests: 2...2),
            others: [".hidden": { _ in whole }]
        ) { run in .redirect(to: run.path(".hidden")) },
        Fault(.redirect, "redirect-file", "A redirect to file:", .refused("redirect")) { _ in
            .redirect(to: "file:///etc/passwd")
        },
        Fault(.redirect, "redirect-ftp", "A redirect to ftp:", .refused("redirect")) { _ in
            .redirect(to: "ftp://127.0.0.1:1/file.bin")
        },
        Fault(.redirect, "redirect-data", "A redirect to data:", .refused("redirect")) { _ in
            .redirect(to: "data:application/octet-stream,hello")
        },
        Fault(.redirect, "redirect-script", "A redirect to javascript:", .refused("redirect")) { _ in
            .redirect(to: "javascript:alert(1)")
        },
        Fault(.redirect, "redirect-gopher", "A redirect to gopher:", .refused("redirect")) { _ in
            .redirect(to: "gopher://127.0.0.1:1/_file")
        },
        Fault(.redirect, "redirect-nonsense", "A redirect to an invalid URL", .refused("redirect")) { _ in
            .redirect(to: "http://[::1/")
        },
        Fault(
            .redirect, "redirect-origin", "A redirect to another origin, with Authorization and Cookie",
            .done("neither is sent there", requests: 2...2),
            others: ["there.bin": { _ in whole }]
        ) { run in .redirect(to: run.address("there.bin", host: "localhost")) }
        .with { fault in
            fault.headers = ["Authorization: Bearer secret", "Cookie: session=secret"]
            fault.secrets = ["authorization", "cookie"]
        },
        Fault(
            .redirect, "redirect-body", "A redirect with 8 MiB of a body", .done(requests: 2...2),
            others: ["there.bin": { _ in whole }]
        ) { run in
            .status(302, fields: [("Location", run.path("there.bin"))], body: Array(repeating: 0x78, count: 8 << 20))
        },
        Fault(
            .redirect, "redirect-body-endless", "A redirect whose body never ends", .done(requests: 2...2),
            others: ["there.bin": { _ in whole }]
        ) { run in
            ScriptedResponder { _, connection in
                try connection.writeHead(302, [("Location", run.path("there.bin")), ("Transfer-Encoding", "chunked")])
                for _ in 0..<1_000 { try connection.writeChunk(content) }
                connection.close()
            }
        },
        Fault(
            .redirect, "redirect-blanks", "A Location with blanks in its path", .done(requests: 2...2),
            others: ["a%20b": { _ in whole }]
        ) { run in .redirect(to: run.path("a b")) },
        Fault(
            .redirect, "redirect-refresh", "A Refresh field that names another file", .done("it is not followed")
        ) { _ in .ok(content, fields: [("Refresh", "0; url=/other")]) },
    ]
}
