extension Fault {
    /// The faults of a connection.
    static let ofConnections: [Fault] = [
        Fault(
            .connection, "port-closed", "No server listens on the port",
            FaultOutcome.givenUp("connect", requests: 0...0).with { $0.address = "http://127.0.0.1:1/file.bin" }
        ) { _ in whole },
        Fault(
            .connection, "name-unknown", "The host's name cannot be resolved",
            FaultOutcome.givenUp("dns", requests: 0...0).with { $0.address = "http://no-such-host.invalid/file.bin" }
        ) { _ in whole },
        Fault(
            .connection, "plain-for-tls", "The server of an https address does not speak TLS",
            FaultOutcome.refused("tls", requests: 0...5).with { $0.address = "https://127.0.0.1:{port}/file.bin" }
        ) { _ in whole },
        Fault(.connection, "reset-once", "A reset instead of a response, once", .done(requests: 2...2)) { _ in
            once(.reset)
        },
        Fault(.connection, "reset", "Always a reset instead of a response", .givenUp("connect")) { _ in .reset },
        Fault(.connection, "close-once", "The connection is closed without a response, once", .done(requests: 2...2)) {
            _ in
            once(ScriptedResponder { _, connection in connection.close() })
        },
        Fault(
            .connection, "reset-in-body", "A reset in the middle of the body, once",
            .done("resumed where it was cut off", requests: 2...2)
        ) { _ in
            .sequence([
                ScriptedResponder { _, connection in
                    try connection.writeHead(200, [("Content-Length", "300000"), ("ETag", "\"v1\"")])
                    try connection.write(content.prefix(cut))
                    // The client must read the bytes so far before it is notified of the reset.
                    try connection.waitUntilRead()
                    connection.reset()
                }, whole,
            ])
        },
        Fault(
            .connection, "stall-before-head", "The server never responds, once", .done(requests: 2...2)
        ) { _ in
            once(ScriptedResponder { _, connection in connection.waitUntilClientLeaves() })
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "stall-in-head", "The head stops in the middle, once", .done(requests: 2...2)
        ) { _ in
            once(
                ScriptedResponder { _, connection in
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Le")
                    connection.waitUntilClientLeaves()
                })
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "stall-in-body", "The body stops, and the connection stays open",
            .done("resumed where it stopped", requests: 2...2)
        ) { _ in
            .sequence([
                ScriptedResponder { _, connection in
                    try connection.writeHead(200, [("Content-Length", "300000"), ("ETag", "\"v1\"")])
                    try connection.write(content.prefix(cut))
                    connection.waitUntilClientLeaves()
                }, whole,
            ])
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "trickle", "One byte a second",
            .done("aborted as too slow, then retried", requests: 2...2)
        ) { _ in
            .sequence([
                ScriptedResponder { _, connection in
                    try connection.writeHead(200, [("Content-Length", "300000"), ("ETag", "\"v1\"")])
                    try connection.write(Array(content.prefix(60)), step: 1, pause: .seconds(1))
                }, whole,
            ])
        }
        .with { $0.isSlow = true },
    ]
}

extension Fault {
    /// The faults of statuses and of Retry-After.
    static let ofStatuses: [Fault] =
        [
            retryAfter("429-seconds", 429, "with Retry-After in seconds", "7", "after 7 s", 7...9.5),
            retryAfter(
                "429-date", 429, "with Retry-After as a date", "Tue, 14 Nov 2023 22:14:20 GMT", "after the date",
                60...63),
            retryAfter(
                "429-past", 429, "with Retry-After in the past", "Sun, 06 Nov 1994 08:49:37 GMT",
                "after the usual backoff", 0...3.5),
            retryAfter(
                "429-nonsense", 429, "with a Retry-After that is nonsense", "soon", "after the usual backoff", 0...3.5),
            retryAfter(
                "429-negative", 429, "with a negative Retry-After", "-5", "after the usual backoff", 0...3.5),
            retryAfter("429-year", 429, "with a Retry-After of a year", "31536000", "after an hour", 3_600...3_603),
            retryAfter(
                "429-overflow", 429, "with a Retry-After beyond 2⁶⁴", "99999999999999999999", "after an hour",
                3_600...3_603),
            retryAfter("503-seconds", 503, "with Retry-After in seconds", "7", "after 7 s", 7...9.5),
            Fault(.status, "503-storm", "503 to every request", .givenUp("http")) { _ in .status(503) },
            Fault(
                .status, "503-storm-beside", "503 to every request to one host, while another host works",
                outcomes: [
                    .givenUp("http").requesting("dead.bin"),
                    FaultOutcome.done("not delayed by the first", as: "well.bin").requesting("well.bin").bytes(
                        changed
                    )
                    .with { $0.address = "http://localhost:{port}{prefix}/well.bin" },
                ],
                ["dead.bin": { _ in .status(503) }, "well.bin": { _ in .file(ScriptedFile(changed)) }]),
            Fault(.status, "no-content", "204 instead of a file", .refused("http")) { _ in .status(204) },
            Fault(.status, "not-modified", "304 to an unconditional request", .refused("http")) { _ in
                raw("HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n", [])
            },
            Fault(.status, "choices", "300 with a list and no Location", .refused("http")) { _ in
                .status(300, body: [1, 2, 3])
            },
            Fault(.status, "moved-nowhere", "302 without Location", .refused("http")) { _ in .status(302) },
            Fault(
                .status, "soft-404", "404 with a body of the file's length", .refused("http")
            ) { _ in .status(404, body: content) },
            Fault(.status, "status-999", "A status of no class", .givenUp("http")) { _ in .status(999) },
        ]
        + [500, 502, 504, 408, 425].map { code in
            Fault(.status, "\(code)-once", "\(code), once", .done("retried", requests: 2...2)) { _ in
                once(.status(code))
            }
        }
        + [400, 401, 403, 407, 410, 451].map { code in
            Fault(.status, "\(code)", "\(code)", .refused("http")) { _ in .status(code) }
        }

    private static func retryAfter(
        _ slug: String, _ code: Int, _ title: String, _ value: String, _ words: String, _ wait: ClosedRange<Double>
    ) -> Fault {
        Fault(
            .status, slug, "\(code) \(title), once",
            .done("retried \(words)", requests: 2...2).with { $0.wait = wait }
        ) { _ in once(.status(code, fields: [("Retry-After", value)])) }
    }
}

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
