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
