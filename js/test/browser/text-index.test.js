import { buildTextIndex, collapsed, textIndexSteps } from '../../anchoring/text-index.js';
import { blockAround, characterAt, positionOf } from '../../anchoring/text-position.js';
import { between, equal, page, present, Suite } from './harness.js';

const suite = new Suite();
export default suite;

/** @param {string} html */
const textOf = (html) => {
    page(html);
    return buildTextIndex(document).text.trim();
};

suite.test('White space is collapsed within and across nodes', () => {
    equal(textOf('<p>  one \n two <b> three</b>\t<i>four</i>  </p>'), 'one two three four');
});

suite.test('Blocks are separated by one space, and inline elements are not', () => {
    equal(textOf('<p>one</p><p>two<b>three</b></p>four<br>five<div></div>six'), 'one twothree four five six');
});

suite.test('Soft hyphens and zero-width spaces are ignored', () => {
    equal(textOf('<p>hy\u00adphen zero\u200bwidth</p>'), 'hyphen zerowidth');
});

suite.test('Hidden text, scripts and form values are ignored', () => {
    const hidden = '<p style="display:none">a</p><p style="visibility:hidden">b<i style="visibility:visible">c</i></p>';
    const fields = '<textarea>d</textarea><select><option>e</select><p contenteditable>f</p><input value=g>';
    equal(textOf(hidden + fields + '<script>h</script><style>i{}</style><template>j</template><p>k</p>'), 'c k');
});

suite.test('A closed details element shows its summary alone', () => {
    equal(textOf('<details><summary>one</summary>two</details><details open><summary>three</summary>four</details>'),
        'one three four');
    equal(textOf('<details><p><details><summary>no</summary></details></p><summary>one</summary>two</details>'), 'one');
});

suite.test('Text in elements without a box of their own is read, unless what is around them is hidden', () => {
    equal(textOf('<p>one <span style="display:contents">two <slot>three</slot></span></p>'), 'one two three');
    const hidden = '<p hidden>one <span style="display:contents">two</span></p>';
    equal(textOf(hidden + '<slot style="visibility:hidden">three</slot>four'), 'four');
    page('<div id=host></div>');
    present(document.getElementById('host')).attachShadow({ mode: 'open' }).innerHTML = '<p><slot>fallback</slot></p>';
    equal(buildTextIndex(document).text.trim(), 'fallback');
});

suite.test('Shadow roots are read with the content of their slots', () => {
    page('<div id=host><b slot=x>slotted</b>unslotted</div>after');
    const root = present(document.getElementById('host')).attachShadow({ mode: 'open' });
    root.innerHTML = '<p>before</p><slot name=x>fallback</slot>';
    equal(buildTextIndex(document).text.trim(), 'before slotted after');
});

suite.test('Every position leads to its character and back', () => {
    page('<p>  one \n two\u00ad s <b> three</b>\t<i>four</i>  </p><p>five</p>');
    const index = buildTextIndex(document);
    for (let position = 0; position < index.text.length; position += 1) {
        const { node, offset } = present(characterAt(index, position));
        const unit = /\s/.test(node.data[offset]) ? ' ' : node.data[offset];
        const isBetween = index.text[position] === ' ' && unit !== ' ';
        if (!isBetween) equal([position, unit], [position, index.text[position]]);
        if (!isBetween) equal(positionOf(index, node, offset), position);
    }
});

suite.test('A block ends after its last character', () => {
    page('<p>one two </p><p>three</p>');
    const index = buildTextIndex(document);
    const block = blockAround(index, 4);
    equal(index.text.slice(block.start, block.end), 'one two');
    const last = blockAround(index, index.text.length - 1);
    equal(index.text.slice(last.start, last.end), 'three');
});

suite.test('Very deep trees are cut off', () => {
    let element = page('<p>top</p>');
    for (let depth = 0; depth < 2000; depth += 1) element = element.appendChild(document.createElement('div'));
    element.textContent = 'deep';
    equal(buildTextIndex(document).text.trim(), 'top');
});

suite.test('An index that is built in steps equals one that is built at once', () => {
    page('<p>one <b>two</b></p><div id=host></div>' + '<p>x <i>y</i></p>'.repeat(3000));
    present(document.getElementById('host')).attachShadow({ mode: 'open' }).innerHTML = '<p>three</p>';
    const steps = textIndexSteps(document);
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    const whole = buildTextIndex(document);
    between(pauses, 1);
    equal(step.value.text, whole.text);
    equal(step.value.blocks, whole.blocks);
    equal(step.value.trees.length, 2);
});

suite.test('Nodes that are removed between two steps are no error', () => {
    page('<p>one</p>' + '<p>x <i>y</i></p>'.repeat(3000));
    const steps = textIndexSteps(document);
    steps.next();
    document.body.replaceChildren();
    let step = steps.next();
    while (!step.done) step = steps.next();
    equal(step.value.text.slice(0, 7), 'one x y');
});

suite.test('Only white space that is not a single space is replaced', () => {
    equal(collapsed('a b'), 'a b');
    equal(collapsed('a  b \n c\u00a0d\n e\t'), 'a b c d e ');
    equal(collapsed('so\u00adft \u200b b'), 'soft b');
});

suite.test('Editable text is ignored, also in shadow roots', () => {
    page('<div id=host></div><p>after</p>');
    const root = present(document.getElementById('host')).attachShadow({ mode: 'open' });
    root.innerHTML = '<p contenteditable>typed <b>more</b></p><p>read</p>';
    equal(buildTextIndex(document).text.trim(), 'read after');
});

suite.test('Slotted text nodes are read', () => {
    page('<div id=host>slotted</div>');
    present(document.getElementById('host')).attachShadow({ mode: 'open' }).innerHTML = '<p><slot></slot></p>';
    equal(buildTextIndex(document).text.trim(), 'slotted');
});
