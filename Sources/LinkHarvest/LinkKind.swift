/// What a link is for, as the `kind` of a harvested link says it.
package enum LinkKind: String, Sendable, Hashable, CaseIterable {
    /// A link that a reader follows: `a` and `area`, in HTML and SVG.
    case anchor
    /// An image or an icon drawn as part of the page.
    case image
    /// Audio, video and their tracks.
    case media
    /// A script or a module that is loaded ahead.
    case script
    /// A style sheet.
    case style
    /// A document shown inside the page.
    case frame
    /// Where a form is sent.
    case form
    /// A feed that stands for the page, by `rel=alternate` and its media type.
    case feed
    /// The icon of the site.
    case icon
    /// Something run by a plug-in: `object`, `applet` and what they load.
    case object
    /// Content of `embed`.
    case embed
    /// An address that is told when a link is followed.
    case ping
    /// The source of a quotation or of a change.
    case cite
    /// Metadata that names a resource: Open Graph, Twitter cards, microdata, `profile`.
    case meta
    /// The address of a declarative refresh.
    case refresh
    /// An address inside a style sheet or a `style` attribute.
    case css
    /// A site map.
    case sitemap
    /// A web application's manifest or the old application cache manifest.
    case manifest
    /// Another form of the same document, by `rel=alternate`, or its preferred address, by `rel=canonical`.
    case alternate
    /// Something to load ahead: `rel=preload` and `rel=prefetch`.
    case preload
    /// An origin to connect to early: `rel=dns-prefetch` and `rel=preconnect`. It names no document.
    case hint
    /// Any other `link`, such as `rel=next` or `rel=search`.
    case link
}
