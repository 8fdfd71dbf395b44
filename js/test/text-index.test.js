import { buildTextIndex } from '../anchoring/text-index.js';
import { blockAround, characterAt, positionOf } from '../anchoring/text-position.js';
import { equal, page, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const textOf = (html) => {
    page(html);
    return buildTextIndex(document).text.trim();
};

suite.test('White space is collapsed within and across nodes', () => {
    equal(textOf('<p>  one \n two <b> three</b>\t<i>four</i>  </p>'), 'one two three four');
});

suite.test('Blocks are apart by one space, words in a line are not', () => {
    equal(textOf('<p>one</p><p>two<b>three</b></p>four<br>five<div></div>six'), 'one twothree four five six');
});

suite.test('Soft hyphens and zero-width spaces are left out', () => {
    equal(textOf('<p>hy\u00adphen zero\u200bwidth</p>'), 'hyphen zerowidth');
});

suite.test('Hidden text, scripts and form values are left out', () => {
    const hidden = '<p style="display:none">a</p><p style="visibility:hidden">b<i style="visibility:visible">c</i></p>';
    const fields = '<textarea>d</textarea><select><option>e</select><p contenteditable>f</p><input value=g>';
    equal(textOf(hidden + fields + '<script>h</script><style>i{}</style><template>j</template><p>k</p>'), 'c k');
});

suite.test('A closed details element shows its summary alone', () => {
    equal(textOf('<details><summary>one</summary>two</details><details open><summary>three</summary>four</details>'),
        'one three four');
});

suite.test('Shadow roots come with what is slotted into them', () => {
    page('<div id=host><b slot=x>slotted</b>unslotted</div>after');
    const root = document.getElementById('host').attachShadow({ mode: 'open' });
    root.innerHTML = '<p>before</p><slot name=x>fallback</slot>';
    equal(buildTextIndex(document).text.trim(), 'before slotted after');
});

suite.test('Every position leads to its character and back', () => {
    page('<p>  one \n two\u00ad s <b> three</b>\t<i>four</i>  </p><p>five</p>');
    const index = buildTextIndex(document);
    for (let position = 0; position < index.text.length; position += 1) {
        const { node, offset } = characterAt(index, position);
        const unit = /\s/.test(node.data[offset]) ? ' ' : node.data[offset];
        const isBetween = index.text[position] === ' ' && unit !== ' ';
        if (!isBetween) equal([position, unit], [position, index.text[position]]);
        if (!isBetween) equal(positionOf(index, node, offset), position);
    }
});

suite.test('A block ends behind its last character', () => {
    page('<p>one two </p><p>three</p>');
    const index = buildTextIndex(document);
    const block = blockAround(index, 4);
    equal(index.text.slice(block.start, block.end), 'one two');
    const last = blockAround(index, index.text.length - 1);
    equal(index.text.slice(last.start, last.end), 'three');
});

suite.test('Very deep trees are survived', () => {
    let element = page('<p>top</p>');
    for (let depth = 0; depth < 2000; depth += 1) element = element.appendChild(document.createElement('div'));
    element.textContent = 'deep';
    equal(buildTextIndex(document).text.trim(), 'top');
});
