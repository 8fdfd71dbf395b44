// Lists the planted links in Chromium's tree of each document, in tree order. Evaluated in an empty page.
(documents) => {
    const PLANTED = /^\/(\d+)$/;

    /** Adds the planted links of a tree, including the content of its templates. */
    function list(root, found) {
        for (const element of root.querySelectorAll('*')) {
            for (const attribute of element.attributes) {
                const planted = PLANTED.exec(attribute.value);
                if (planted) found.push([element.localName.toLowerCase(), attribute.name.toLowerCase(), +planted[1]]);
            }
            if (element.content instanceof DocumentFragment) list(element.content, found);
        }
        return found;
    }

    return documents.map((text) => list(new DOMParser().parseFromString(text, 'text/html'), []));
}
