/**
 * Hints in the markup of an element that it contains the article, or that it does not. The words are those of Mozilla's
 * Readability, as far as they are not ambiguous.
 */

const ASIDE_ROLES = new Set((
    'alert,alertdialog,banner,complementary,contentinfo,dialog,menu,menubar,navigation,search,toolbar,tooltip'
).split(','));
const ASIDE_NAMES = new Set((
    'aside,dialog,footer,nav,menu,fieldset,form,label,button'
).split(','));
const ASIDE_WORDS = new RegExp([
    '-ad-|^ads?$|^ad-|adsense|advert|banner|breadcrumb|combx|comment|consent|cookie|disqus|footer|footnav|gdpr',
    'infobar|masthead|menu|modal|^nav|-nav|navbar|navigation|newsletter|outbrain|pager|pagination|popup|promo|recirc',
    'recommend|related|remark|replies|^rss|share|sharing|shoutbox|sidebar|skyscraper|social|sponsor|subscri|signup',
    'taboola|^tags?$|toolbar|widget|yom-remote|^meta$|utility|trending|most-(?:popular|read)|read-?(?:more|next)',
    'more-(?:stories|from)',
].join('|'));
const ARTICLE_WORDS = /(?:article|post|entry|story)[-_]{0,2}(?:body|content|text)|mw-parser-output|markdown-body/;
/** Words for columns and wrappers, which often also contain the article. */
const AMBIGUOUS_WORDS = /article|body|column|content|main|wrapper|container|has-|with-|no-|page/;

/** What separates the classes of an element (HTML Standard, section 2.3.7). */
const ASCII_WHITE_SPACE = /[\t\n\f\r ]+/;
/** In UTF-16 units: the part of an attribute that is read. */
const LONGEST_NAMES = 1000;

/**
 * `article` for elements that contain one article, `body` for its text, `aside` for what surrounds it.
 *
 * @typedef {'article' | 'body' | 'aside' | ''} Hint
 */

/**
 * @param {Element} element
 * @param {string} name
 * @returns {Hint}
 */
export function boilerplateOf(element, name) {
    const role = element.getAttribute('role');
    if (ASIDE_NAMES.has(name) || (role && ASIDE_ROLES.has(role))) return 'aside';
    if (name === 'body' || name === 'html') return '';
    if (element.getAttribute('itemprop') === 'articleBody') return 'body';
    if (element.getAttribute('aria-modal') === 'true') return 'aside';
    const names = (/** @type {string} */ attribute) => (element.getAttribute(attribute) ?? '').slice(0, LONGEST_NAMES);
    const words = [names('id'), ...names('class').split(ASCII_WHITE_SPACE)];
    let isAside = false;
    for (const word of words) {
        if (!word) continue;
        const folded = word.toLowerCase();
        if (ARTICLE_WORDS.test(folded)) return 'body';
        if (ASIDE_WORDS.test(folded) && !AMBIGUOUS_WORDS.test(folded)) isAside = true;
    }
    if (name === 'article' || name === 'main' || role === 'main' || role === 'article') return 'article';
    return isAside ? 'aside' : '';
}
