extension Fault {
    /// What can become of a connection.
    static let ofConnections: [Fault] = [
        Fault(
            .connection, "port-closed", "Nobody listens",
            FaultOutcome.givenUp("connect", requests: 0...0).with { $0.address = "http://127.0.0.1:1/file.bin" }
        ) { _ in whole },
        Fault(
            .connection, "name-unknown", "The host's name is not known",
            FaultOutcome.givenUp("dns", requests: 0...0).with { $0.address = "http://no-such-host.invalid/file.bin" }
        ) { _ in whole },
        Fault(
            .connection, "plain-for-tls", "The server of an https address does not speak TLS",
            FaultOutcome.refused("tls", requests: 0...5).with { $0.address = "https://127.0.0.1:{port}/file.bin" }
        ) { _ in whole },
        Fault(.connection, "reset-once", "A reset instead of an answer, once", .done(requests: 2...2)) { _ in
            once(.reset)
        },
        Fault(.connection, "reset", "Always a reset instead of an answer", .givenUp("connect")) { _ in .reset },
        Fault(.connection, "close-once", "No answer, and the connection ends, once", .done(requests: 2...2)) { _ in
            once(ScriptedResponder { _, connection in connection.close() })
        },
        Fault(
            .connection, "reset-in-body", "A reset in the middle of the body, once",
            .done("goes on where it was cut", requests: 2...2)
        ) { _ in
            .sequence([
                ScriptedResponder { _, connection in
                    try connection.writeHead(200, [("Content-Length", "300000"), ("ETag", "\"v1\"")])
                    try connection.write(content.prefix(cut))
                    // The client reads what has come before it learns of the reset.
                    try connection.pause(.milliseconds(200))
                    connection.reset()
                }, whole,
            ])
        },
        Fault(
            .connection, "stall-before-head", "Nothing comes, for ever", .done(requests: 2...2)
        ) { _ in
            once(ScriptedResponder { _, connection in connection.waitUntilClientLeaves() })
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "stall-in-head", "The head never ends, without a byte more", .done(requests: 2...2)
        ) { _ in
            once(
                ScriptedResponder { _, connection in
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Le")
                    connection.waitUntilClientLeaves()
                })
        }
        .with { $0.isSlow = true },
        Fault(
            .connection, "stall-in-body", "The body stops, and the connection stays",
            .done("goes on where it stopped", requests: 2...2)
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
            .done("given up as too slow, then tried again", requests: 2...2)
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
