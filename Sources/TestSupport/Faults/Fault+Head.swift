extension Fault {
    /// The faults of a status line and of header fields.
    static let ofTheHead: [Fault] = [
        Fault(.head, "status-line-nonsense", "The status line is nonsense", .malformed()) { _ in
            raw("HELLO WORLD\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "http-0.9", "A body without a head, as in HTTP/0.9", .malformed()) { _ in raw("") },
        Fault(.head, "http-unknown", "An unknown version of HTTP", .malformed()) { _ in
            raw("HTTP/3.7 200 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "status-short", "A status of two digits", .malformed()) { _ in
            raw("HTTP/1.1 20 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "status-long", "A status of four digits", .malformed()) { _ in
            raw("HTTP/1.1 2000 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "status-negative", "A negative status", .malformed()) { _ in
            raw("HTTP/1.1 -200 OK\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "head-endless", "4 MiB of header fields that never end", .malformed()) { _ in
            ScriptedResponder { _, connection in
                try connection.write(Array("HTTP/1.1 200 OK\r\n".utf8) + endlessFields)
                connection.close()
            }
        },
        Fault(.head, "field-long", "One header field of 1 MiB", .malformed()) { _ in
            raw("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 1 << 20))\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "head-cut", "The connection ends inside the head", .givenUp("connect")) { _ in
            raw("HTTP/1.1 200 OK\r\nContent-Length: 3000", [])
        },
        Fault(.head, "field-nul", "A NUL in a header field", .malformed()) { _ in
            raw("HTTP/1.1 200 OK\r\nX-Field: a\0b\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "field-without-colon", "A header line without a colon", .malformed()) { _ in
            raw("HTTP/1.1 200 OK\r\nthis is no field\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "field-folded", "A header field that is folded over two lines", .done()) { _ in
            raw("HTTP/1.1 200 OK\r\nX-Field: a\r\n b\r\nContent-Length: 300000\r\n\r\n")
        },
        Fault(.head, "bare-line-feeds", "Lines that end without a carriage return", .done()) { _ in
            raw("HTTP/1.1 200 OK\nContent-Length: 300000\n\n")
        },
        Fault(.head, "interim-some", "A hundred interim responses before the final one", .done()) { _ in
            raw(String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 100) + fineHead)
        },
        Fault(.head, "interim-flood", "Interim responses without end", .malformed()) { _ in
            ScriptedResponder { _, connection in
                let flood = Array(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 500).utf8)
                for _ in 0..<1_000 { try connection.write(flood) }
                connection.close()
            }
        },
        Fault(
            .head, "interim-fields", "An interim response with a Content-Length of its own",
            .done("only the last head counts")
        ) { _ in
            raw("HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\nETag: \"x\"\r\n\r\n" + fineHead)
        },
        Fault(.head, "switching", "101 Switching Protocols that was not requested", .malformed()) { _ in
            raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: smtp\r\nConnection: Upgrade\r\n\r\n")
        },
    ]

    private static let fineHead = "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n"
}
