/// The purpose of a link.
package enum LinkKind: String, Sendable, Hashable, CaseIterable {
    /// A link that a reader follows: `a` and `area`, in HTML and SVG.
    case anchor
    /// An image or an icon drawn as part of the page.
    case image
    /// Audio, video and their tracks.
    case media
    /// A script or a preloaded module.
    case script
    /// A style sheet.
    case style
    /// A document shown inside the page.
    case frame
    /// The action of a form.
    case form
    /// A feed that represents the page, by `rel=alternate` and its media type.
    case feed
    /// The icon of the site.
    case icon
    /// Content run by a plug-in: `object`, `applet` and the files that they load.
    case object
    /// Content of `embed`.
    case embed
    /// A URL that is notified when a link is followed.
    case ping
    /// The source of a quotation or of a change.
    case cite
    /// Metadata that names a resource: Open Graph, Twitter cards, microdata, `profile`.
    case meta
    /// The target of a declarative refresh.
    case refresh
    /// A URL in a style sheet or a `style` attribute.
    case css
    /// A site map.
    case sitemap
    /// A web application manifest or an old application cache manifest.
    case manifest
    /// Another version of the same document, by `rel=alternate`, or its preferred URL, by `rel=canonical`.
    case alternate
    /// A resource to load in advance: `rel=preload` and `rel=prefetch`.
    case preload
    /// An origin to connect to early: `rel=dns-prefetch` and `rel=preconnect`. It is not the address of a document.
    case hint
    /// Any other `link`, such as `rel=next` or `rel=search`.
    case link
}
