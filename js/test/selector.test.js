import { address, elementAtAddress } from '../anchoring/selector.js';
import { equal, page, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const named = (id) => address(document.querySelector('[data-it]')).selector;

suite.test('A unique id names an element', () => {
    page('<p id=x data-it>a</p><p>b</p>');
    equal(named(), '#x');
});

suite.test('The only one of its kind needs no id, and an id that is not unique is none', () => {
    page('<p id=x>a</p><section id=x data-it>b</section>');
    equal(named(), 'section');
});

suite.test('A unique class names an element', () => {
    page('<p class=a>a</p><p class="a only" data-it>b</p>');
    equal(named(), '.only');
});

suite.test('Otherwise its place among its siblings does, from the nearest named ancestor on', () => {
    page('<main><p>a</p><p data-it>b</p></main>');
    equal(named(), 'main>p:nth-child(2)');
});

suite.test('Names that are no identifiers are escaped', () => {
    page('<p>a</p><p id="1:é x" data-it>b</p>');
    equal(document.querySelectorAll(named()).length, 1);
    equal(document.querySelector(named()).textContent, 'b');
});

suite.test('A selector longer than 500 characters is none', () => {
    page('<i><i>a</i></i>'.repeat(2));
    let element = document.body.lastElementChild;
    for (let depth = 0; depth < 80; depth += 1) element = element.appendChild(document.createElement('i'));
    element.setAttribute('data-it', '');
    equal(named(), '');
});

suite.test('An address leads through shadow roots and frames, and back', async () => {
    page('<div id=host></div>');
    const root = document.getElementById('host').attachShadow({ mode: 'open' });
    root.innerHTML = '<p>a</p><iframe srcdoc="<p>b<p>c"></iframe>';
    const frame = root.querySelector('iframe');
    await new Promise((loaded) => frame.addEventListener('load', loaded));
    const element = frame.contentDocument.querySelectorAll('p')[1];
    const { path, selector } = address(element);
    equal([path, selector], [['#host', 'iframe'], 'body>p:nth-child(2)']);
    equal(elementAtAddress(document, path, selector) === element, true);
});

suite.test('What is no selector matches nothing', () => {
    equal(elementAtAddress(document, [], ':::'), null);
    equal(elementAtAddress(document, ['#nowhere'], 'p'), null);
});
