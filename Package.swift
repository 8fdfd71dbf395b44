// swift-tools-version: 6.2
import PackageDescription

// The target graph is the architecture: see ARCHITECTURE.md. Imports point toward the pure value types, adapters depend
// on the protocols that they fulfil, and only the executable knows every concrete type.

let package = Package(
    name: "leftoff",
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
        // libraries are not linked but loaded at their first use (LazyLibrary in CPlatform).
        // pkg-config knows this directory too, but would link the library.
        .target(name: "CLibXML2", dependencies: ["CPlatform"], cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
        .target(name: "CLibZ", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CLibIDN2", dependencies: ["CPlatform"]),
        .target(name: "CLibCurl", dependencies: ["CPlatform"], linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CLibPSL", dependencies: ["CPlatform"]),
        .target(name: "CLibPQ", dependencies: ["CPlatform"], cSettings: [.unsafeFlags(["-I/usr/include/postgresql"])]),
        .target(name: "CLibCrypto", dependencies: ["CPlatform"]),

        // Bytes, terminals, processes, SQLite, and empty data for ICU (docs/decisions/0051).
        .target(name: "CPlatform", linkerSettings: [.linkedLibrary("sqlite3")]),

        // Files embedded by the compiler (`#embed`), so that the product is one binary.
        .target(name: "CAssets"),

        // Shared leaves.
        .target(name: "Syntax", dependencies: ["CLibCrypto", "CLibZ", "CPlatform"]),
        .target(name: "GroupCommit"),
        .target(name: "WHATWGURL", dependencies: ["CLibIDN2", "CPlatform"]),
        .target(name: "FileFormats", dependencies: ["Markup", "Syntax", "WHATWGURL"]),

        // Links.
        .target(name: "Markup", dependencies: ["CLibXML2", "CPlatform", "Syntax"]),
        .target(name: "LinkHarvest", dependencies: ["CPlatform", "Markup", "Syntax", "WHATWGURL"]),
        .target(
            name: "LinkOutput",
            dependencies: ["CLibPSL", "FileFormats", "LinkHarvest", "Markup", "Syntax", "WHATWGURL"]),

        // Network.
        .target(name: "Fetching", dependencies: ["CLibCurl", "Syntax", "WHATWGURL"]),
        .target(
            name: "Crawling", dependencies: ["Fetching", "LinkHarvest", "LinkOutput", "Markup", "Syntax", "WHATWGURL"]),

        // Downloads. The queue is pure; its stores and Downloads depend on it, but not on each other.
        .target(name: "DownloadQueue", dependencies: ["Syntax", "WHATWGURL"]),
        .target(
            name: "Downloads",
            dependencies: ["DownloadQueue", "Fetching", "FileFormats", "GroupCommit", "Syntax", "WHATWGURL"]),
        .target(
            name: "PostgresStore", dependencies: ["CLibPQ", "DownloadQueue", "GroupCommit", "Syntax", "WHATWGURL"]),
        .target(
            name: "QueueControl",
            dependencies: [
                "DownloadQueue", "Downloads", "Fetching", "ImportExport", "Motion", "Syntax", "TerminalHUD",
                "WHATWGURL",
            ]),

        // Places.
        .target(name: "Places", dependencies: ["FileFormats", "Syntax", "WHATWGURL"]),
        .target(name: "Copies", dependencies: ["Markup", "Places", "Syntax", "WHATWGURL"]),
        .target(name: "PageScripts", dependencies: ["CAssets", "Places", "Syntax"]),
        .target(
            name: "ImportExport",
            dependencies: ["DownloadQueue", "FileFormats", "Markup", "Places", "Syntax", "WHATWGURL"]),
        .target(
            name: "Store",
            dependencies: [
                "CPlatform", "DownloadQueue", "GroupCommit", "ImportExport", "Places", "Syntax", "WHATWGURL",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),

        // Motion.
        .target(name: "Motion", dependencies: ["Syntax"]),
        .target(name: "TerminalHUD", dependencies: ["CPlatform", "Motion", "Syntax"]),

        // Service and executable.
        .target(
            name: "Service",
            dependencies: [
                "CAssets", "CPlatform", "Copies", "Crawling", "DownloadQueue", "Downloads", "Fetching", "FileFormats",
                "GroupCommit", "ImportExport", "LinkHarvest", "LinkOutput", "Markup", "Motion", "PageScripts", "Places",
                "Syntax", "WHATWGURL", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "leftoff",
            dependencies: [
                "CPlatform", "Copies", "Crawling", "DownloadQueue", "Downloads", "Fetching", "FileFormats",
                "ImportExport", "LinkHarvest", "LinkOutput", "Markup", "Motion", "PageScripts", "Places",
                "PostgresStore", "QueueControl", "Service", "Store", "Syntax", "TerminalHUD", "WHATWGURL",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["Fetching", "Motion", "Syntax", "TerminalHUD"], path: "Tests/Support"),
        .target(
            name: "QueueConformance", dependencies: ["DownloadQueue", "Syntax", "WHATWGURL"],
            path: "Tests/QueueConformance"),
        .testTarget(
            name: "CopiesTests", dependencies: ["Copies", "Markup", "Places", "Syntax", "TestSupport", "WHATWGURL"]),
        .testTarget(
            name: "CrawlingTests",
            dependencies: [
                "Crawling", "Fetching", "LinkHarvest", "LinkOutput", "Markup", "Syntax", "TestSupport", "WHATWGURL",
            ]),
        .testTarget(name: "DownloadQueueTests", dependencies: ["DownloadQueue", "Syntax", "WHATWGURL"]),
        .testTarget(
            name: "DownloadsTests",
            dependencies: [
                "DownloadQueue", "Downloads", "Fetching", "FileFormats", "Store", "Syntax", "TestSupport", "WHATWGURL",
            ]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["leftoff", "Motion", "Syntax", "TerminalHUD", "TestSupport"],
            exclude: ["Shim"]),
        .testTarget(
            name: "FetchingTests", dependencies: ["CLibCurl", "Fetching", "Syntax", "TestSupport", "WHATWGURL"]),
        .testTarget(name: "FileFormatsTests", dependencies: ["FileFormats", "TestSupport", "WHATWGURL"]),
        .testTarget(name: "GroupCommitTests", dependencies: ["GroupCommit"]),
        .testTarget(
            name: "ImportExportTests",
            dependencies: [
                "DownloadQueue", "FileFormats", "ImportExport", "Motion", "Places", "Syntax", "TestSupport",
                "WHATWGURL",
            ],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "LinkHarvestTests", dependencies: ["LinkHarvest", "Markup", "Syntax", "TestSupport", "WHATWGURL"]),
        .testTarget(name: "LinkOutputTests", dependencies: ["LinkHarvest", "LinkOutput", "TestSupport", "WHATWGURL"]),
        .testTarget(name: "MarkupTests", dependencies: ["Markup", "TestSupport"]),
        .testTarget(name: "MotionTests", dependencies: ["Motion"], exclude: ["Fixtures"]),
        .testTarget(
            name: "PageScriptsTests", dependencies: ["Motion", "PageScripts", "Places", "Syntax", "TestSupport"]),
        .testTarget(
            name: "PlacesTests", dependencies: ["Places", "Syntax", "TestSupport", "WHATWGURL"], exclude: ["Fixtures"]),
        .testTarget(
            name: "PostgresStoreTests",
            dependencies: ["DownloadQueue", "PostgresStore", "QueueConformance", "TestSupport", "WHATWGURL"]),
        .testTarget(
            name: "QueueControlTests",
            dependencies: [
                "DownloadQueue", "Downloads", "Fetching", "ImportExport", "QueueControl", "Store", "Syntax",
                "TerminalHUD", "TestSupport", "WHATWGURL",
            ]),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "DownloadQueue", "Downloads", "Fetching", "Motion", "Places", "Service", "Store", "Syntax",
                "TestSupport", "WHATWGURL", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "DownloadQueue", "Downloads", "ImportExport", "Motion", "Places", "QueueConformance", "Store", "Syntax",
                "TestSupport", "WHATWGURL", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(name: "SyntaxTests", dependencies: ["Syntax", "TestSupport"]),
        .testTarget(
            name: "TerminalHUDTests", dependencies: ["CPlatform", "Motion", "TerminalHUD", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "WHATWGURLTests", dependencies: ["Motion", "TestSupport", "WHATWGURL"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)

// Programs that scripts under Benchmarks/ run, which set this, as `make test-all` does: a test build leaves them out.
if Context.environment["LEFTOFF_BENCHMARKS"] != nil {
    let benchmarks: [(name: String, directory: String, dependencies: [Target.Dependency])] = [
        ("links-bench", "links-speed", ["LinkHarvest", "WHATWGURL"]),
        ("page-text-bench", "page-text", ["Copies", "Places", "WHATWGURL"]),
        ("faulty-server", "faults", ["TestSupport"]),
        ("downloads-bench", "downloads", ["DownloadQueue", "Downloads", "Fetching", "Store", "WHATWGURL"]),
        ("queue-bench", "queue", ["DownloadQueue", "Store", "Syntax", "WHATWGURL"]),
        ("queue-postgres-bench", "queue-postgres", ["DownloadQueue", "PostgresStore", "Syntax", "WHATWGURL"]),
        ("copies-bench", "copies", ["Places", "Store", "WHATWGURL"]),
        ("shelf-bench", "shelf", ["Places", "Store", "Syntax"]),
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
                "Copies", "Crawling", "DownloadQueue", "Downloads", "Fetching", "FileFormats", "ImportExport",
                "LinkHarvest", "Markup", "PageScripts", "Places", "Service", "Store", "Syntax", "WHATWGURL",
                .product(name: "GRDB", package: "GRDB.swift"),
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
