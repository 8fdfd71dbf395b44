import assert from 'node:assert/strict';
import test from 'node:test';

import { controlName, meansMore } from '../restore/page-control.js';

test('names of controls that show more are recognized in many languages', () => {
    const names = [
        'Load more', 'Show 12 more replies', 'Read more…', 'SHOW MORE', 'Older posts', 'Continue reading',
        'Mehr anzeigen', 'Weiterlesen', 'Weitere Kommentare laden', 'Voir plus', 'Lire la suite', 'Leer más',
        'Ver mais', 'Mostra altro',
        'Meer weergeven', 'Visa fler', 'Vis mere', 'Vis flere', 'Näytä lisää', 'Pokaż więcej', 'Zobrazit více',
        'Zobraziť viac', 'Több betöltése', 'Mai mult', 'Daha fazla göster', 'Показать ещё', 'Показати більше',
        'Περισσότερα', 'もっと見る', '続きを読む', '加载更多', '載入更多', '더보기', 'עוד', 'عرض المزيد', 'بیشتر', 'और देखें',
        'เพิ่มเติม', 'Xem thêm', 'Selengkapnya', 'さらに表示', '続けて読む', '閲覧を続ける', '残りを読む',
    ];
    assert.deepEqual(names.filter((name) => !meansMore(name)), []);
});

test('names that show all or the next of something are recognized in many languages', () => {
    const names = [
        'Show all 64 comments', 'Load next 30', 'View all', 'Read the full story', 'See the whole thread',
        'Alle Kommentare anzeigen', 'Nächste laden', 'Ganzen Beitrag lesen', 'Artikel aufklappen', 'Voir tout',
        'Afficher les commentaires suivants', 'Ver todos los comentarios', 'Ver tudo', 'Mostra tutti',
        'Toon alle reacties', 'Visa alla', 'Vis alle', 'Näytä kaikki', 'Pokaż wszystkie', 'Zobrazit vše',
        'Показать все', 'Показати всі',
        'すべて表示', '全文を読む', '次の30件を表示', '查看全部', '显示全文', '모두 보기',
    ];
    assert.deepEqual(names.filter((name) => !meansMore(name)), []);
});

test('names that show something else are not taken for one of them', () => {
    const names = [
        'More actions', 'More options', 'Learn more', 'More about us', 'View full screen', 'View full size image',
        'Accept all', 'Select all', 'Next', 'Show', 'Alle akzeptieren', 'すべて削除', '全部同意', '표시', 'Read aloud',
    ];
    assert.deepEqual(names.filter(meansMore), []);
});

test('other names are not taken for one of them', () => {
    const names = ['Share', 'Accept all', 'Morello', 'Surplus', 'Teilen', '', 'Next', 'Reply', '赞', 'Furthermore'];
    assert.deepEqual(names.filter(meansMore), []);
});

test('a name is one line without marks of direction and control characters', () => {
    assert.equal(controlName('  Load\n\t more\u00a0now '), 'Load more now');
    assert.equal(controlName('Load\u202e more\u2066\u200f'), 'Load more');
    assert.equal(controlName('a\u0000b\u001b[31mc'), 'a b [31mc');
    assert.equal(controlName('\ud800x'), 'x');
});

test('a long name is cut between characters', () => {
    assert.equal(controlName('m'.repeat(60)), 'm'.repeat(60));
    assert.equal(controlName('m'.repeat(61)), 'm'.repeat(59) + '…');
    assert.equal(controlName('m'.repeat(58) + '😀😀'), 'm'.repeat(58) + '…');
    assert.equal(controlName('m'.repeat(1e6)).length, 60);
});
