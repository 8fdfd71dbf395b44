// swift-tools-version: 6.2
import PackageDescription

// The target graph is the architecture: see ARCHITECTURE.md. Imports point toward the pure value types, adapters depend
// on the protocols that they fulfil, and only the executable knows every concrete type.

let package = Package(
    name: "leftoff",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // No traits: the package manager passes two or more as flags in a random order, and therefore recompiles the
        // package in every other build.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // C libraries of the system, behind shims whose public headers name none of their types. Rarely needed
        // libraries are not linked but loaded at their first use.
        .target(name: "CLazyLibrary"),
        // pkg-config knows this directory too, but would link the library.
        .target(
            name: "CLibXML2", dependencies: ["CLazyLibrary"],
            cSettings: [.unsafeFlags(["-I/usr/include/libxml2"], .when(platforms: [.linux]))]),
        .target(name: "CLibZ", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CLibIDN2", dependencies: ["CLazyLibrary"]),
        .target(name: "CLibCurl", dependencies: ["CLazyLibrary"], linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CLibPSL", dependencies: ["CLazyLibrary"]),
        .target(
            name: "CLibPQ", dependencies: ["CLazyLibrary"],
            cSettings: [.unsafeFlags(["-I/usr/include/postgresql"], .when(platforms: [.linux]))]),
        .target(name: "CLibCrypto", dependencies: ["CLazyLibrary"]),
        .target(name: "CTerminal"),
        // Keeps 30 MB of ICU's data out of the release binary (docs/decisions/0051).
        .target(name: "CEmptyICUData"),
        .target(name: "CParentProcess"),
        .target(name: "CBytes"),
        // Files embedded by the compiler (`#embed`), so that the product is one binary.
        .target(name: "CPageScripts"),
        .target(name: "CWebAssets"),

        // Leaves without dependencies that several layers share.
        .target(name: "Compression", dependencies: ["CLibZ"]),
        .target(name: "GroupCommit"),
        .target(name: "HTTPSyntax", dependencies: ["Numbers"]),
        .target(name: "Hashing"),
        .target(name: "MarkupText", dependencies: ["VisibleText"]),
        .target(name: "Numbers"),
        .target(name: "RecordIDs"),
        .target(name: "Timestamps", dependencies: ["Numbers"]),
        .target(name: "VisibleText", dependencies: ["CBytes"]),

        // Links.
        .target(name: "JSON", dependencies: ["CBytes", "VisibleText"]),
        .target(name: "WHATWGURL", dependencies: ["CBytes", "CLibIDN2"]),
        .target(name: "Markup", dependencies: ["CBytes", "CLibXML2", "HTTPSyntax"]),
        .target(
            name: "LinkHarvest",
            dependencies: [
                "CBytes", "Compression", "HTTPSyntax", "JSON", "Markup", "MarkupText", "Numbers", "WHATWGURL",
            ]),
        .target(name: "Normalization", dependencies: ["WHATWGURL"]),
        .target(
            name: "LinkSelection",
            dependencies: ["CLibPSL", "LinkHarvest", "Markup", "Normalization", "WHATWGURL"]),
        .target(name: "DownloadLists", dependencies: ["MarkupText", "WHATWGURL"]),
        .target(name: "FileFormats", dependencies: ["Markup", "MarkupText", "VisibleText"]),
        .target(
            name: "LinkFormats",
            dependencies: [
                "DownloadLists", "FileFormats", "JSON", "LinkHarvest", "MarkupText", "VisibleText", "WHATWGURL",
            ]),

        // Network.
        .target(name: "Transfer", dependencies: ["CLibCurl", "Compression", "HTTPSyntax", "Numbers", "WHATWGURL"]),
        .target(name: "PageFetch", dependencies: ["Hashing", "HTTPSyntax", "Numbers", "Transfer", "WHATWGURL"]),
        .target(
            name: "Crawling",
            dependencies: ["Hashing", "HTTPSyntax", "LinkHarvest", "Markup", "PageFetch", "Transfer", "WHATWGURL"]),

        // Fetches pages, harvests them, selects links and writes them.
        .target(
            name: "LinkPipeline",
            dependencies: [
                "Crawling", "HTTPSyntax", "JSON", "LinkFormats", "LinkHarvest", "LinkSelection", "Numbers", "PageFetch",
                "Transfer", "WHATWGURL",
            ]),

        // Downloads. The queue is pure; its stores and Downloads depend on it, but not on each other.
        .target(name: "DownloadQueue", dependencies: ["HTTPSyntax", "Numbers", "Timestamps", "WHATWGURL"]),
        .target(name: "QueueRows", dependencies: ["DownloadQueue", "HTTPSyntax", "Numbers", "WHATWGURL"]),
        .target(
            name: "PostgresStore",
            dependencies: ["CLibPQ", "DownloadQueue", "GroupCommit", "Numbers", "QueueRows", "RecordIDs", "WHATWGURL"]),
        .target(name: "Digests", dependencies: ["CLibCrypto", "DownloadQueue"]),
        .target(
            name: "Downloads",
            dependencies: [
                "Compression", "Digests", "DownloadLists", "DownloadQueue", "GroupCommit", "HTTPSyntax", "Numbers",
                "Timestamps", "Transfer", "WHATWGURL",
            ]),
        .target(
            name: "DownloadImportExport",
            dependencies: [
                "DownloadLists", "DownloadQueue", "Hashing", "HTTPSyntax", "JSON", "Markup", "Numbers", "Timestamps",
                "WHATWGURL",
            ]),

        // Places.
        .target(name: "TextDirectives", dependencies: ["WHATWGURL"]),
        .target(
            name: "Snapshots",
            dependencies: [
                "JSON", "Normalization", "Numbers", "PageCopies", "TextDirectives", "Timestamps", "WHATWGURL",
            ]),
        .target(name: "PageCopies", dependencies: ["JSON", "Numbers", "WHATWGURL"]),
        .target(
            name: "CopyRendering",
            dependencies: [
                "JSON", "Markup", "MarkupText", "PageCopies", "Snapshots", "TextDirectives", "Timestamps", "WHATWGURL",
            ]),
        .target(name: "PageReading", dependencies: ["Markup", "PageCopies", "WHATWGURL"]),
        .target(
            name: "WindowSets",
            dependencies: ["FileFormats", "Hashing", "JSON", "Snapshots", "Timestamps", "WHATWGURL"]),
        .target(name: "PageScripts", dependencies: ["JSON", "CPageScripts"]),
        .target(name: "Restore", dependencies: ["JSON", "TextDirectives", "PageScripts", "Snapshots"]),
        .target(
            name: "Store",
            dependencies: [
                "CEmptyICUData", "Compression", "CSQLite", "Digests", "DownloadImportExport", "DownloadQueue",
                "GroupCommit", "HTTPSyntax", "ImportExport", "JSON", "Numbers", "PageCopies", "QueueRows", "RecordIDs",
                "Snapshots", "TextDirectives", "Timestamps",
                "WHATWGURL", "WindowSets", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),

        .target(
            name: "ImportExport",
            dependencies: [
                "Compression", "DownloadImportExport", "DownloadQueue", "FileFormats", "JSON", "Numbers", "PageCopies",
                "Snapshots", "TextDirectives", "Timestamps", "WHATWGURL", "WindowSets",
            ]),

        // The protocol between a browser and the native host.
        .target(name: "NativeMessaging", dependencies: ["CParentProcess", "JSON"]),

        // Motion.
        .target(name: "Motion", dependencies: ["JSON", "Numbers"]),
        .target(name: "TerminalHUD", dependencies: ["CTerminal", "JSON", "Motion", "Numbers", "VisibleText"]),

        // Service.
        .target(
            name: "Service",
            dependencies: [
                "Compression", "CopyRendering", "CWebAssets", "DownloadImportExport", "DownloadLists", "DownloadQueue",
                "Downloads", "GroupCommit", "Hashing", "ImportExport", "JSON", "LinkFormats", "LinkHarvest",
                "LinkPipeline", "LinkSelection", "Markup", "MarkupText", "Motion", "Normalization",
                "PageCopies", "PageFetch", "PageScripts", "RecordIDs", "Restore", "Snapshots", "TextDirectives",
                "Timestamps", "Transfer", "VisibleText", "WHATWGURL", "WindowSets",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),

        // Runs the queue, reports on it and sends it to other programs.
        .target(
            name: "QueueControl",
            dependencies: [
                "DownloadImportExport", "DownloadQueue", "Downloads", "HTTPSyntax", "JSON", "Motion", "Numbers",
                "TerminalHUD", "Transfer", "WHATWGURL",
            ]),

        .executableTarget(
            name: "leftoff",
            dependencies: [
                "CLazyLibrary", "Compression", "Crawling", "DownloadImportExport", "DownloadLists", "DownloadQueue",
                "Downloads", "HTTPSyntax", "ImportExport", "JSON", "LinkFormats", "LinkHarvest", "LinkPipeline",
                "LinkSelection", "Markup", "Motion", "NativeMessaging", "Normalization", "Numbers", "PageCopies",
                "PageFetch", "PageReading", "PageScripts", "PostgresStore", "QueueControl", "RecordIDs", "Restore",
                "Service", "Snapshots", "Store", "TerminalHUD", "TextDirectives", "Timestamps", "Transfer",
                "VisibleText", "WHATWGURL", "WindowSets",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["Compression", "JSON", "Motion", "TerminalHUD", "Transfer"],
            path: "Sources/TestSupport"),
        .target(
            name: "QueueConformance",
            dependencies: ["DownloadQueue", "HTTPSyntax", "Numbers", "QueueRows", "WHATWGURL"],
            path: "Tests/QueueConformance"),
        .testTarget(name: "GroupCommitTests", dependencies: ["GroupCommit"]),
        .testTarget(name: "HashingTests", dependencies: ["Hashing"]),
        .testTarget(name: "MarkupTextTests", dependencies: ["MarkupText"]),
        .testTarget(name: "NumbersTests", dependencies: ["Numbers"]),
        .testTarget(name: "TimestampsTests", dependencies: ["Timestamps"]),
        .testTarget(name: "VisibleTextTests", dependencies: ["TestSupport", "VisibleText"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
        .testTarget(name: "WHATWGURLTests", dependencies: ["Motion", "TestSupport", "WHATWGURL"]),
        .testTarget(name: "MarkupTests", dependencies: ["Markup", "TestSupport"]),
        .testTarget(
            name: "LinkHarvestTests",
            dependencies: ["Compression", "LinkHarvest", "Markup", "TestSupport", "WHATWGURL"]),
        .testTarget(name: "NormalizationTests", dependencies: ["Normalization", "WHATWGURL"]),
        .testTarget(
            name: "LinkSelectionTests", dependencies: ["Normalization", "LinkHarvest", "LinkSelection", "WHATWGURL"]),
        .testTarget(name: "DownloadListsTests", dependencies: ["DownloadLists", "WHATWGURL"]),
        .testTarget(name: "FileFormatsTests", dependencies: ["FileFormats", "TestSupport"]),
        .testTarget(
            name: "LinkFormatsTests",
            dependencies: ["DownloadLists", "LinkFormats", "LinkHarvest", "TestSupport", "WHATWGURL"]),
        .testTarget(
            name: "TransferTests", dependencies: ["HTTPSyntax", "Numbers", "TestSupport", "Transfer", "WHATWGURL"]),
        .testTarget(
            name: "PageFetchTests",
            dependencies: ["HTTPSyntax", "PageFetch", "TestSupport", "Transfer", "WHATWGURL"]),
        .testTarget(
            name: "CrawlingTests",
            dependencies: [
                "Crawling", "HTTPSyntax", "LinkHarvest", "Markup", "PageFetch", "TestSupport", "Transfer",
                "WHATWGURL",
            ]),
        .testTarget(name: "DownloadQueueTests", dependencies: ["DownloadQueue", "HTTPSyntax", "WHATWGURL"]),
        .testTarget(
            name: "DownloadImportExportTests",
            dependencies: ["DownloadImportExport", "DownloadQueue", "HTTPSyntax", "WHATWGURL"]),
        .testTarget(
            name: "LinkPipelineTests",
            dependencies: [
                "Crawling", "HTTPSyntax", "LinkFormats", "LinkHarvest", "LinkPipeline", "LinkSelection",
                "Normalization", "PageFetch", "Transfer", "WHATWGURL",
            ]),
        .testTarget(
            name: "DownloadsTests",
            dependencies: [
                "Compression", "Digests", "DownloadLists", "DownloadQueue", "Downloads", "HTTPSyntax", "Numbers",
                "Store",
                "TestSupport", "Transfer", "WHATWGURL",
            ]),
        .testTarget(name: "TextDirectivesTests", dependencies: ["TextDirectives"]),
        .testTarget(
            name: "SnapshotsTests",
            dependencies: ["JSON", "Snapshots", "TestSupport", "TextDirectives", "WHATWGURL"],
            exclude: ["Fixtures"]),
        .testTarget(name: "PageCopiesTests", dependencies: ["JSON", "PageCopies"]),
        .testTarget(
            name: "CopyRenderingTests",
            dependencies: ["CopyRendering", "JSON", "Markup", "PageCopies", "Snapshots", "TextDirectives"]),
        .testTarget(name: "PageReadingTests", dependencies: ["PageCopies", "PageReading", "TestSupport", "WHATWGURL"]),
        .testTarget(name: "WindowSetsTests", dependencies: ["JSON", "Snapshots", "WHATWGURL", "WindowSets"]),
        .testTarget(name: "PageScriptsTests", dependencies: ["Motion", "PageScripts"]),
        .testTarget(
            name: "RestoreTests", dependencies: ["JSON", "Restore", "Snapshots", "TestSupport", "TextDirectives"]),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "DownloadImportExport", "DownloadQueue", "Downloads", "HTTPSyntax", "ImportExport", "JSON",
                "Motion", "PageCopies", "QueueConformance", "QueueRows", "RecordIDs", "Snapshots", "Store",
                "TestSupport", "TextDirectives", "WHATWGURL", "WindowSets",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "PostgresStoreTests",
            dependencies: [
                "DownloadQueue", "PostgresStore", "QueueConformance", "QueueRows", "TestSupport", "WHATWGURL",
            ]),
        .testTarget(
            name: "ImportExportTests",
            dependencies: [
                "Compression", "DownloadImportExport", "DownloadQueue", "FileFormats", "HTTPSyntax", "ImportExport",
                "JSON", "Motion", "PageCopies", "Snapshots", "TextDirectives", "WHATWGURL", "WindowSets",
            ],
            exclude: ["Fixtures"]),
        .testTarget(name: "NativeMessagingTests", dependencies: ["JSON", "NativeMessaging"]),
        .testTarget(name: "MotionTests", dependencies: ["Motion"], exclude: ["Fixtures"]),
        .testTarget(
            name: "TerminalHUDTests", dependencies: ["CTerminal", "Motion", "TerminalHUD", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "DownloadQueue", "Downloads", "JSON", "Motion", "PageCopies", "PageFetch", "Service",
                "Snapshots", "Store", "TestSupport", "TextDirectives", "Transfer", "WHATWGURL", "WindowSets",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "QueueControlTests",
            dependencies: [
                "DownloadImportExport", "DownloadQueue", "Downloads", "QueueControl", "Store", "TerminalHUD",
                "TestSupport", "Transfer", "WHATWGURL",
            ]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["Compression", "leftoff", "Motion", "TerminalHUD", "TestSupport"],
            exclude: ["Shim"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)

// Programs that scripts under Benchmarks/ run, which set this, as `make test-all` does: a test build leaves them out.
if Context.environment["LEFTOFF_BENCHMARKS"] != nil {
    let benchmarks: [(name: String, directory: String, dependencies: [Target.Dependency])] = [
        ("links-bench", "links-speed", ["LinkHarvest", "WHATWGURL"]),
        ("page-text-bench", "page-text", ["PageCopies", "PageReading", "WHATWGURL"]),
        ("faulty-server", "faults", ["TestSupport"]),
        ("downloads-bench", "downloads", ["DownloadQueue", "Downloads", "Store", "Transfer", "WHATWGURL"]),
        ("queue-bench", "queue", ["DownloadQueue", "Store", "WHATWGURL"]),
        ("queue-postgres-bench", "queue-postgres", ["DownloadQueue", "PostgresStore", "WHATWGURL"]),
        ("copies-bench", "copies", ["PageCopies", "Snapshots", "Store", "WHATWGURL"]),
    ]
    for (name, directory, dependencies) in benchmarks {
        package.targets.append(
            .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/\(directory)/Sources"))
    }
}

// Fuzz/run sets this: the targets need libFuzzer, which an ordinary build does not link.
if Context.environment["LEFTOFF_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "leftoff-fuzz",
            dependencies: [
                "CopyRendering", "Crawling", "DownloadImportExport", "DownloadLists", "DownloadQueue", "Downloads",
                "HTTPSyntax", "ImportExport", "JSON", "LinkHarvest", "LinkPipeline", "Markup", "Numbers", "PageCopies",
                "PageFetch", "QueueRows", "Restore", "Service", "Snapshots", "Store", "Timestamps", "Transfer",
                "WHATWGURL", "WindowSets", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ], path: "Fuzz/Sources"))
}

/// The packages that the dependencies depend on.
///
/// `Package.resolved` is not committed (docs/decisions/0045), so their versions are pinned here.
let indirectDependencies: [(owner: String, package: String, version: Version, product: String)] = [
    ("apple", "swift-algorithms", "1.2.1", "Algorithms"),
    ("apple", "swift-asn1", "1.7.4", "SwiftASN1"),
    ("apple", "swift-async-algorithms", "1.1.4", "AsyncAlgorithms"),
    ("apple", "swift-atomics", "1.3.0", "Atomics"),
    ("apple", "swift-certificates", "1.21.1", "X509"),
    ("apple", "swift-collections", "1.6.0", "DequeModule"),
    ("apple", "swift-configuration", "1.4.0", "Configuration"),
    ("apple", "swift-crypto", "4.5.2", "Crypto"),
    ("apple", "swift-distributed-tracing", "1.7.3", "Tracing"),
    ("apple", "swift-http-structured-headers", "1.7.0", "StructuredFieldValues"),
    ("apple", "swift-metrics", "2.13.0", "Metrics"),
    ("apple", "swift-nio-extras", "1.35.2", "NIOExtras"),
    ("apple", "swift-nio-http2", "1.46.0", "NIOHTTP2"),
    ("apple", "swift-nio-ssl", "2.37.6", "NIOSSL"),
    ("apple", "swift-nio-transport-services", "1.28.0", "NIOTransportServices"),
    ("apple", "swift-numerics", "1.1.1", "RealModule"),
    ("apple", "swift-service-context", "1.5.1", "ServiceContextModule"),
    ("apple", "swift-system", "1.8.1", "SystemPackage"),
    ("swift-server", "async-http-client", "1.37.0", "AsyncHTTPClient"),
]
for (owner, name, version, product) in indirectDependencies {
    package.dependencies.append(.package(url: "https://github.com/\(owner)/\(name).git", exact: version))
    // The condition never holds. It only keeps the package manager from reporting the package as unused.
    package.targets.first { $0.name == "Service" }?.dependencies.append(
        .product(name: product, package: name, condition: .when(platforms: [.wasi])))
}

for target in package.targets where ![.system, .plugin].contains(target.type) {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
    ]
    target.swiftSettings = settings
}
