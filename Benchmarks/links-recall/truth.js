// Lists the links in Chromium's tree by the rules, one object for each. Evaluated in a page without scripts.
({rules, properties, itemProperties}) => {
    const XML_SPACE = /[\t\n\f\r ]+/;
    const found = [], styles = [];
    const byAttribute = new Map();
    for (const rule of rules) {
        if (!byAttribute.has(rule.attribute)) byAttribute.set(rule.attribute, new Map());
        const elements = byAttribute.get(rule.attribute);
        elements.set(rule.element, [...(elements.get(rule.element) ?? []), rule]);
    }
    const named = new Set(properties), itemNamed = new Set(itemProperties);
    const probe = document.createElement('a');

    /** Resolves a value as the document resolves an attribute, with its base and encoding; null if it is not a URL. */
    function inDocument(value) {
        probe.setAttribute('href', value);
        return probe.protocol === ':' ? null : probe.href;
    }

    function against(base) {
        return (value) => URL.parse(value, base)?.href ?? null;
    }

    /** HTML Standard, "parse a srcset attribute". */
    function candidates(input) {
        const urls = [];
        let at = 0;
        const space = (c) => c !== undefined && '\t\n\f\r '.includes(c);
        for (;;) {
            while (at < input.length && (space(input[at]) || input[at] === ',')) at++;
            if (at >= input.length) return urls;
            const start = at;
            while (at < input.length && !space(input[at])) at++;
            let url = input.slice(start, at);
            const descriptors = [];
            if (url.endsWith(',')) {
                url = url.replace(/,+$/, '');
            } else {
                let current = '', state = 'in';
                while (space(input[at])) at++;
                for (;; at++) {
                    const c = input[at];
                    if (state === 'after') {
                        if (space(c)) continue;
                        if (c !== undefined) { state = 'in'; at--; continue; }
                        break;
                    }
                    if (state === 'parens') {
                        if (c === undefined) { descriptors.push(current); break; }
                        current += c;
                        if (c === ')') state = 'in';
                        continue;
                    }
                    if (c === undefined || c === ',') { if (current) descriptors.push(current); at++; break; }
                    if (space(c)) { if (current) { descriptors.push(current); current = ''; state = 'after'; }
                        continue; }
                    current += c;
                    if (c === '(') state = 'parens';
                }
            }
            let width, density, height, error = false;
            for (const descriptor of descriptors) {
                if (/^\d+w$/.test(descriptor)) {
                    if (width !== undefined || density !== undefined) error = true;
                    width = parseInt(descriptor, 10);
                    if (width === 0) error = true;
                } else if (/^-?(\d+|\d*\.\d+)([eE][+-]?\d+)?x$/.test(descriptor)) {
                    if (width !== undefined || density !== undefined || height !== undefined) error = true;
                    density = parseFloat(descriptor);
                    if (density < 0) error = true;
                } else if (/^\d+h$/.test(descriptor)) {
                    if (height !== undefined || density !== undefined) error = true;
                    height = parseInt(descriptor, 10);
                    if (height === 0) error = true;
                } else {
                    error = true;
                }
            }
            if (height !== undefined && width === undefined) error = true;
            if (!error) urls.push(url);
        }
    }

    /** HTML Standard, "shared declarative refresh steps"; null if the value contains no URL. */
    function refresh(input) {
        const time = /^[\t\n\f\r ]*(?:\d+|(?=\.))[\d.]*(?=[;,\t\n\f\r ])[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/.exec(input);
        if (!time || time[0].length === input.length) return null;
        const rest = input.slice(time[0].length);
        const prefix = /^(?:url[\t\n\f\r ]*=[\t\n\f\r ]*)?/i.exec(rest)[0];
        const url = rest.slice(prefix.length);
        if (!prefix && /^u/i.test(rest)) return rest;
        const quote = url[0];
        if (quote !== '"' && quote !== "'") return url;
        const end = url.indexOf(quote, 1);
        return url.slice(1, end < 0 ? undefined : end);
    }

    /**
     * Returns the URLs in CSS that the CSSOM serialises. Most of it is in canonical form; values with var() and those
     * of custom properties are kept as they were written.
     */
    function inCSS(text) {
        const urls = [];
        const string = String.raw`"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'`;
        const bare = String.raw`(?:[^"'()\\\s]|\\[\s\S])*`;
        const pattern = new RegExp(String.raw`(?<![\w-])(?:url|src)\(\s*(${string}|${bare})\s*\)|${string}`, 'gi');
        for (const [, value] of text.matchAll(pattern)) {
            const quoted = /^["']/.test(value ?? '');
            const raw = (quoted ? value.slice(1, -1) : value ?? '').replace(/\\([0-9a-f]{1,6})\s?|\\\n|\\([\s\S])/gi,
                (_, hex, other) => hex ? String.fromCodePoint(parseInt(hex, 16)) : other ?? '');
            // In CSS an empty URL is invalid (CSS Values 4, 4.5.2).
            if (raw) urls.push(raw);
        }
        return urls;
    }

    function declarations(value) {
        styles.push(value);
        const holder = document.createElement('i');
        holder.style.cssText = value;
        return inCSS(holder.style.cssText);
    }

    function styleSheet(element) {
        styles.push(element.textContent);
        let sheet = element.sheet;
        if (!sheet) {
            if (element.type && element.type.toLowerCase() !== 'text/css') return [];
            sheet = new CSSStyleSheet();
            sheet.replaceSync(element.textContent);
        }
        const urls = [];
        for (const rule of sheet.cssRules) {
            if (rule instanceof CSSImportRule) urls.push(rule.href);
            else if (!(rule instanceof CSSNamespaceRule)) urls.push(...inCSS(rule.cssText));
        }
        return urls.filter(Boolean);
    }

    function lower(element, name) {
        return (element.getAttribute(name) ?? '').toLowerCase();
    }

    /** Returns true if an attribute contains one of some names: RDFa's property and microdata's itemprop are lists. */
    function isOne(element, name, names) {
        const value = lower(element, name);
        return names.has(value) || value.split(XML_SPACE).some((token) => names.has(token));
    }

    function holds(rule, element) {
        switch (rule.condition) {
        case 'always': return true;
        case 'foreign': return element.namespaceURI !== 'http://www.w3.org/1999/xhtml';
        case 'addressProperty':
            return ['property', 'name'].some((name) => isOne(element, name, named))
                || isOne(element, 'itemprop', itemNamed);
        case 'refreshPragma': return lower(element, 'http-equiv') === 'refresh';
        case 'referenceValue': return lower(element, 'valuetype') === 'ref';
        default: throw new Error(`no condition ${rule.condition}`);
        }
    }

    function note(element, rule, value, resolve, base, depth) {
        const add = (raws, by = resolve) => {
            for (const raw of raws) {
                found.push({element: element.localName.toLowerCase(), attribute: rule.attribute, raw, url: by(raw)});
            }
        };
        const tokens = (text) => text.split(XML_SPACE).filter(Boolean);
        switch (rule.syntax) {
        case 'address': add([value]); break;
        case 'nonEmptyAddress': if (tokens(value).length) add([value]); break;
        case 'spaceList': add(tokens(value)); break;
        case 'absoluteList': add(tokens(value), (raw) => URL.parse(raw)?.href ?? null); break;
        case 'commaList': add(value.split(',').flatMap(tokens)); break;
        case 'imageCandidates': add(candidates(value)); break;
        case 'refresh': { const url = refresh(value); if (url !== null) add([url]); break; }
        case 'declarations': add(declarations(value), against(base)); break;
        case 'document': {
            if (depth >= 4) break;
            const inner = new DOMParser().parseFromString(value, 'text/html');
            const first = inner.querySelector('base[href]')?.getAttribute('href');
            const innerBase = (first !== undefined && URL.parse(first, base)?.href) || base;
            walk(inner, against(innerBase), innerBase, depth + 1);
            break;
        }
        default: throw new Error(`no syntax ${rule.syntax}`);
        }
    }

    function walk(root, resolve, base, depth) {
        for (const element of root.querySelectorAll('*')) {
            const name = element.localName.toLowerCase();
            for (const attribute of element.attributes) {
                const elements = byAttribute.get(attribute.name.toLowerCase());
                if (!elements) continue;
                for (const rule of elements.get(name) ?? elements.get('*') ?? []) {
                    if (holds(rule, element)) note(element, rule, attribute.value, resolve, base, depth);
                }
            }
            if (name === 'style') {
                for (const raw of styleSheet(element)) {
                    found.push({element: name, attribute: 'text()', raw, url: against(base)(raw)});
                }
            }
            if (element.content instanceof DocumentFragment) walk(element.content, resolve, base, depth);
            if (element.shadowRoot) walk(element.shadowRoot, resolve, base, depth);
        }
    }

    walk(document, inDocument, document.baseURI, 0);
    return {found, styles};
}
