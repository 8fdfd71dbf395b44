import ArgumentParser
import Markup

/// The options of `leftoff links` that decide what counts as a link.
struct LinkFindingOptions: ParsableArguments {
    @Flag(help: "Also print links that repeat the element, attribute and address of another link.")
    var keepDuplicates = false

    @Flag(help: "Also print values that are not valid addresses; their url is null.")
    var invalid = false

    @Flag(help: "Also find addresses in lazy-loading attributes, such as data-src.")
    var lazy = false

    @Flag(help: "Also find strings in scripts that are http addresses or paths from the root.")
    var scriptStrings = false

    @Option(help: ArgumentHelp("Print only links within these elements of HTML and XML.", valueName: "css|xpath"))
    var within: String?

    @Option(help: "The parser of HTML; libxml2 is a cross-check.")
    var parser = HTMLParser.Engine.standard
}

extension HTMLParser.Engine: ExpressibleByArgument {}
