/**
 * The parts of drawings (SVG) and formulas (MathML) that a picture keeps: shapes and their look, without scripts,
 * links, styles, animations and references to other documents.
 */

import { viewOf } from '../dom/composed-tree.js';
import { attribute } from './markup.js';

const DRAWING = new Set([
    'circle', 'clipPath', 'defs', 'ellipse', 'g', 'line', 'linearGradient', 'mask', 'path', 'polygon', 'polyline',
    'radialGradient', 'rect', 'stop', 'svg', 'symbol', 'text', 'tspan',
]);
/** The parts of a drawing that are neither words nor definitions. */
const SHAPES = new Set(['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect']);
const FORMULA = new Set([
    'math', 'mfrac', 'mi', 'mmultiscripts', 'mn', 'mo', 'mover', 'mpadded', 'mphantom', 'mprescripts', 'mroot', 'mrow',
    'mspace', 'msqrt', 'mstyle', 'msub', 'msubsup', 'msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover',
    'semantics',
]);
const ATTRIBUTES = new Set([
    'clip-path', 'clip-rule', 'columnalign', 'cx', 'cy', 'd', 'display', 'dominant-baseline', 'dx', 'dy', 'fill',
    'fill-opacity', 'fill-rule', 'font-family', 'font-size', 'font-weight', 'gradientTransform', 'gradientUnits',
    'mathvariant', 'mask', 'offset', 'opacity', 'points', 'preserveAspectRatio', 'r', 'rx', 'ry', 'stop-color',
    'stop-opacity', 'stroke', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity', 'stroke-width',
    'text-anchor', 'transform', 'viewBox', 'x', 'x1', 'x2', 'y', 'y1', 'y2',
]);
/** References inside the drawing are kept; their names get a prefix, so that they cannot be those of the document. */
const REFERENCE = /^url\(\s*["']?#([\w-]+)["']?\s*\)$/;
/** In UTF-16 units: longer values are omitted. */
const LONGEST_VALUE = 100_000;
const UNSAFE = /url|image\(|src\(|expression|javascript|[<>{}\\&]/i;

/**
 * @param {string} name
 * @returns {boolean}
 */
export function isVectorElement(name) {
    return DRAWING.has(name) || FORMULA.has(name);
}

/**
 * Returns true for a part of a drawing that is seen and has no words.
 *
 * @param {Element} element
 * @param {string} name
 * @returns {boolean}
 */
export function isShape(element, name) {
    return SHAPES.has(name) && !element.closest('clipPath, mask');
}

/**
 * Returns the attributes that are kept. The colours are the computed ones, since the page's style sheets are not kept.
 *
 * @param {Element} element
 * @param {string} name
 * @returns {string}
 */
export function vectorAttributes(element, name) {
    let markup = '';
    for (const { name: found, value } of element.attributes) {
        if (!ATTRIBUTES.has(found) || found === 'fill' || found === 'stroke') continue;
        if (value.length > LONGEST_VALUE) continue;
        markup += reference(found, value);
    }
    const id = element.getAttribute('id');
    if (id && /^[\w-]{1,200}$/.test(id)) markup += attribute('id', 'svg-' + id);
    if (!DRAWING.has(name) || name === 'defs' || name === 'svg') return markup;
    const view = viewOf(element);
    if (!view) return markup;
    const { fill, stroke } = view.getComputedStyle(element);
    const line = stroke && stroke !== 'none' ? reference('stroke', stroke) : '';
    return markup + (fill ? reference('fill', fill) : '') + line;
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {string}
 */
function reference(name, value) {
    const inner = REFERENCE.exec(value);
    if (inner) return attribute(name, 'url(#svg-' + inner[1] + ')');
    return UNSAFE.test(value) ? '' : attribute(name, value);
}
