import { address, elementAtAddress } from '../../anchoring/selector.js';
import { equal, page, present, same, Suite } from './harness.js';

const suite = new Suite();
export default suite;

const named = () => address(present(document.querySelector('[data-it]'))).selector;

suite.test('An element with a unique id is selected by it', () => {
    page('<p id=x data-it>a</p><p>b</p>');
    equal(named(), '#x');
});

suite.test('The only element of its name is selected by its name, and a repeated id is not used', () => {
    page('<p id=x>a</p><section id=x data-it>b</section>');
    equal(named(), 'section');
});

suite.test('An element with a unique class is selected by it', () => {
    page('<p class=a>a</p><p class="a only" data-it>b</p>');
    equal(named(), '.only');
});

suite.test('Other elements are selected by their index below the nearest selectable ancestor', () => {
    page('<main><p>a</p><p data-it>b</p></main>');
    equal(named(), 'main>p:nth-child(2)');
});

suite.test('Ids that are not CSS identifiers are escaped', () => {
    page('<p>a</p><p id="1:é x" data-it>b</p>');
    equal(document.querySelectorAll(named()).length, 1);
    equal(present(document.querySelector(named())).textContent, 'b');
});

suite.test('A selector of more than 500 characters is omitted', () => {
    page('<i><i>a</i></i>'.repeat(2));
    let element = present(document.body.lastElementChild);
    for (let depth = 0; depth < 80; depth += 1) element = element.appendChild(document.createElement('i'));
    element.setAttribute('data-it', '');
    equal(named(), '');
});

suite.test('An element in shadow roots and frames is found again by its path', async () => {
    page('<div id=host></div>');
    const root = present(document.getElementById('host')).attachShadow({ mode: 'open' });
    root.innerHTML = '<p>a</p><iframe srcdoc="<p>b<p>c"></iframe>';
    const frame = present(root.querySelector('iframe'));
    await new Promise((loaded) => frame.addEventListener('load', loaded));
    const element = present(frame.contentDocument).querySelectorAll('p')[1];
    const { path, selector } = address(element);
    equal([path, selector], [['#host', 'iframe'], 'body>p:nth-child(2)']);
    same(elementAtAddress(document, path, selector), element);
});

suite.test('An invalid selector matches nothing', () => {
    equal(elementAtAddress(document, [], ':::'), null);
    equal(elementAtAddress(document, ['#nowhere'], 'p'), null);
});
