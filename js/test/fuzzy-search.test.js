import assert from 'node:assert/strict';
import test from 'node:test';
import { likelyRegions, matchInRegion } from '../anchoring/fuzzy-search.js';
import { alignTokens, tokensOf } from '../anchoring/word-alignment.js';

const quote = {
    prefix: 'Nothing else moved there. ',
    exact: 'The lantern above the harbour burned with a violet flame while copper timber drifted past the quarry',
    suffix: ' and was never seen again.',
};
const filler = 'A meadow signal and a feather anchor with pepper on every ribbon of the canyon. ';

/** @param {string} text */
const best = (text) => {
    const matches = likelyRegions(text, quote).map((region) => matchInRegion(text, region, quote, 0));
    return matches.reduce((a, b) => (b && (!a || b.quote > a.quote) ? b : a), null);
};

test('An edited quote is found at its first word', () => {
    const edited = quote.prefix + 'The old lantern above a harbour glowed with a violet flame as timber drifted by';
    const text = filler.repeat(200) + edited + '. ' + filler.repeat(100);
    const match = best(text);
    assert(match, `found ${match}, expected a match`);
    assert.equal(match.position, text.indexOf('The old lantern'));
    assert(match.quote > 0.5 && match.quote < 0.9, String(match.quote));
    assert.equal(match.prefix, 1);
});

test('A quote is found although its first word was replaced', () => {
    const text = filler.repeat(50) + quote.prefix + quote.exact.replace('The lantern', 'This beacon') + quote.suffix;
    assert.equal(best(text)?.position, text.indexOf('This beacon'));
});

test('A word that is repeated in one region votes for it once', () => {
    const remains = quote.exact.replace(/\b(?!harbour|copper|quarry)\w+/g, (word) => 'x'.repeat(word.length));
    const text = filler.repeat(50) + 'violet flame '.repeat(60) + filler.repeat(50) + remains + '. ' + filler;
    const [region] = likelyRegions(text, quote);
    const at = text.indexOf(remains);
    assert(region.start <= at && region.end >= at + remains.length, JSON.stringify({ ...region, at }));
});

test('A text of other words has no match, or a poor one', () => {
    const match = best(filler.repeat(300));
    assert(match === null || match.quote < 0.3, JSON.stringify(match));
});

test('Scripts without spaces are aligned by characters', () => {
    const written = { prefix: '', exact: '山川空海風雨雪花鳥月星光影道町村家門窓庭', suffix: '' };
    const text = '石木林森田畑米茶酒魚肉塩'.repeat(30) + '山川空海大風雨雪鳥月星光影道町家門窓庭';
    const [region] = likelyRegions(text, written);
    const match = matchInRegion(text, region, written, 0);
    assert(match, `found ${match}, expected a match`);
    assert.equal(match.position, text.indexOf('山川空海大'));
    assert(match.quote > 0.8, String(match.quote));
});

test('Aligned words keep their order', () => {
    const wanted = tokensOf('one two three four five');
    const found = tokensOf('zero one TWO seven four, five');
    assert.deepEqual([...(alignTokens(wanted, found)?.partner ?? [])], [1, 2, -1, 4, 5]);
    assert.equal(alignTokens(wanted, tokensOf('nothing alike')), null);
});

test('A position between two words that are present lies between them', () => {
    const alignment = alignTokens(tokensOf('one two three four five'), tokensOf('one two seven four five'));
    assert(alignment, `found ${alignment}, expected an alignment`);
    assert.equal(alignment.placeOf('one two '.length), 'one two '.length);
    assert.equal(alignment.placeOf('one two three four'.length - 2), 'one two seven four'.length - 2);
});
