import LinkHarvest
import Testing
import WHATWGURL

@Suite("Attributes with links")
struct LinkRulesTests {
    @Test(
        "An attribute with one URL gives a link of its kind",
        arguments: [
            ("<a href=x>", "a", "href", LinkKind.anchor), ("<area href=x>", "area", "href", .anchor),
            ("<form action=x>", "form", "action", .form), ("<button formaction=x>", "button", "formaction", .form),
            ("<input formaction=x>", "input", "formaction", .form), ("<iframe src=x>", "iframe", "src", .frame),
            ("<frameset><frame src=x>", "frame", "src", .frame), ("<object data=x>", "object", "data", .object),
            ("<object codebase=x>", "object", "codebase", .object),
            ("<object classid=x>", "object", "classid", .object),
            ("<object usemap=x>", "object", "usemap", .image), ("<html manifest=x>", "html", "manifest", .manifest),
            ("<img src=x>", "img", "src", .image), ("<img lowsrc=x>", "img", "lowsrc", .image),
            ("<img dynsrc=x>", "img", "dynsrc", .media), ("<img longdesc=x>", "img", "longdesc", .cite),
            ("<img usemap=x>", "img", "usemap", .image), ("<image src=x>", "img", "src", .image),
            ("<source src=x>", "source", "src", .media), ("<audio src=x>", "audio", "src", .media),
            ("<video src=x>", "video", "src", .media), ("<video poster=x>", "video", "poster", .image),
            ("<track src=x>", "track", "src", .media), ("<embed src=x>", "embed", "src", .embed),
            ("<embed href=x>", "embed", "href", .embed), ("<input src=x>", "input", "src", .image),
            ("<script src=x></script>", "script", "src", .script), ("<bgsound src=x>", "bgsound", "src", .media),
            ("<svg><a href=x>", "a", "href", .anchor), ("<svg><a xlink:href=x>", "a", "xlink:href", .anchor),
            ("<svg><image href=x>", "image", "href", .image),
            ("<svg><image xlink:href=x>", "image", "xlink:href", .image),
            ("<svg><use href=x>", "use", "href", .image), ("<svg><use xlink:href=x>", "use", "xlink:href", .image),
            ("<svg><script href=x>", "script", "href", .script),
            ("<svg><script xlink:href=x>", "script", "xlink:href", .script),
            ("<svg><feImage href=x>", "feimage", "href", .image),
            ("<svg><feImage xlink:href=x>", "feimage", "xlink:href", .image),
            ("<body background=x>", "body", "background", .image),
            ("<table><td background=x>", "td", "background", .image),
            ("<applet code=x>", "applet", "code", .object), ("<applet codebase=x>", "applet", "codebase", .object),
            ("<head profile=x>", "head", "profile", .meta),
            ("<param valuetype=REF value=x>", "param", "value", .object),
            ("<menuitem icon=x>", "menuitem", "icon", .icon), ("<command icon=x>", "command", "icon", .icon),
            ("<blockquote cite=x>", "blockquote", "cite", .cite), ("<q cite=x>", "q", "cite", .cite),
            ("<del cite=x>", "del", "cite", .cite), ("<ins cite=x>", "ins", "cite", .cite),
            ("<p itemid=x>", "p", "itemid", .meta), ("<meta property=og:image content=x>", "meta", "content", .meta),
            ("<meta name='TWITTER:Player' content=x>", "meta", "content", .meta),
            ("<meta http-equiv=Refresh content='0; url=x'>", "meta", "content", .refresh),
            ("<link href=x>", "link", "href", .link), ("<p style='a:url(x)'>", "p", "style", .css),
            ("<style>@import 'x'</style>", "style", "text()", .css),
            ("<svg><style>a{b:url(x)}</style>", "style", "text()", .css),
            ("<iframe longdesc=x>", "iframe", "longdesc", .cite),
        ])
    func one(html: String, element: String, attribute: String, kind: LinkKind) throws {
        let links = try harvest(html)
        #expect(links.map(\.element) == [element])
        #expect(links.map(\.attribute) == [attribute])
        #expect(links.map(\.kind) == [kind])
        #expect(links.map(\.raw) == ["x"])
        #expect(links.map { $0.url?.href } == ["https://example.org/dir/x"])
    }

    @Test(
        "An attribute with several URLs gives several links",
        arguments: [
            ("<a ping='x  y\n'>", LinkKind.ping), ("<area ping='x y'>", .ping), ("<object archive='x y'>", .object),
            ("<applet archive='x, y'>", .object), ("<img srcset='x 1x, y 2x'>", .image),
            ("<source srcset='x, y 2x'>", .image),
            ("<link imagesrcset='x 1w, y 2w'>", .image), ("<p style='a:url(x);b:url(\"y\")'>", .css),
        ])
    func several(html: String, kind: LinkKind) throws {
        let links = try harvest(html)
        #expect(links.map(\.raw) == ["x", "y"])
        #expect(links.allSatisfy { $0.kind == kind })
    }

    @Test(
        "Other attributes give no links",
        arguments: [
            "<base href=x>", "<p href=x>", "<a src=x>", "<param value=x>", "<meta name=description content=x>",
            "<a xlink:href=x>",
            "<meta http-equiv=refresh content=5>", "<img src=''>", "<img src=' '>", "<script href=x></script>",
            "<p itemtype=x>",
            "<img data-src=x>", "<input value=x>", "<meta property=og:title content=x>", "<link href>",
            "<p title='url(x)'>",
        ])
    func none(html: String) throws {
        #expect(try harvest(html).isEmpty)
    }

    @Test("Lazy-loading attributes give links on request")
    func lazyLoading() throws {
        let html = "<img data-src=a data-srcset='b 1x' data-original=c data-lazy=d><p data-href=e>"
        #expect(try harvest(html, includesLazyLoading: true).map(\.raw) == ["a", "b", "c", "d", "e"])
    }

    @Test(
        "The kind of a link element follows from its rel attribute",
        arguments: [
            ("stylesheet", LinkKind.style), ("alternate stylesheet", .style), ("ICON", .icon), ("shortcut icon", .icon),
            ("apple-touch-icon", .icon), ("manifest", .manifest), ("sitemap", .sitemap),
            ("alternate' type='application/RSS+xml", .feed),
            ("alternate' type='application/atom+xml; charset=utf-8", .feed), ("alternate' hreflang='de", .alternate),
            ("canonical", .alternate), ("preload", .preload), ("prefetch", .preload), ("modulepreload", .script),
            ("dns-prefetch", .hint), ("preconnect", .hint), ("next", .link), ("", .link),
        ])
    func relations(relation: String, kind: LinkKind) throws {
        #expect(try harvest("<link rel='\(relation)' href=x>").map(\.kind) == [kind])
    }
}
