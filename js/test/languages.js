/**
 * An article in several languages.
 */

/** Sentences with a name and a number, in several languages. */
export const LANGUAGES = {
    english: [
        'The old harbour of {name} was built again in {number}, and it is still the heart of the town.',
        'Of the ships that left {name} that year, only {number} came back before the first snow had fallen.',
        'In the letters from {name}, which we have read for this article, the number {number} is often found.',
        'She has lived near {name} since the winter of {number}, when the road to the north was closed.',
    ],
    german: [
        'Der alte Hafen von {name} wurde {number} neu errichtet und ist noch immer das Herz der Stadt.',
        'Von den Schiffen, die in jenem Jahr aus {name} ausliefen, kehrten nur {number} vor dem ersten Schnee zurück.',
        'In den Briefen aus {name}, die wir für diesen Artikel gelesen haben, steht oft die Zahl {number}.',
        'Seit dem Winter {number}, als die Straße nach Norden gesperrt war, lebt sie in der Nähe von {name}.',
    ],
    french: [
        'Le vieux port de {name} fut reconstruit en {number} et reste le cœur de la ville.',
        'Des navires partis de {name} cette année-là, seuls {number} revinrent avant les premières neiges.',
        'Dans les lettres de {name}, lues pour cet article, on trouve souvent le nombre {number}.',
        "Elle vit près de {name} depuis l'hiver de {number}, lorsque la route du nord était fermée.",
    ],
    japanese: [
        'ハルボルの古い港は{number}年に再建され、今も町の中心である。',
        'その年に港を出た船のうち、初雪の前に戻ったのは{number}隻だけだった。',
        'この記事のために読んだ手紙には、{number}という数字がよく出てくる。',
        '北への道が閉ざされた{number}年の冬から、彼女はその近くに住んでいる。',
    ],
    arabic: [
        'أعيد بناء الميناء القديم في {number} ولا يزال قلب المدينة.',
        'من السفن التي غادرت في ذلك العام عادت {number} فقط قبل أول ثلج.',
        'في الرسائل التي قرأناها لهذا المقال نجد كثيرا العدد {number}.',
        'تعيش بالقرب منها منذ شتاء {number} عندما أغلق الطريق إلى الشمال.',
    ],
};
const NAMES = 'Quintero Aldridge Bergstrom Vasquez Okafor Lindqvist Haraldsen Pemberton Castellane Nakamura'.split(' ');

/**
 * Returns the paragraphs of an article. The names and numbers depend on the seed, the sentences do not.
 *
 * @param {keyof LANGUAGES} language
 * @param {{seed?: number, count?: number}} [options]
 * @returns {string[]}
 */
export function article(language, options = {}) {
    const { seed = 0, count = 24 } = options;
    return Array.from({ length: count }, (_, at) => {
        const sentence = (/** @type {number} */ number) => LANGUAGES[language][number % 4]
            .replace('{name}', NAMES[(at + number + seed) % NAMES.length])
            .replace('{number}', String(1100 + 37 * at + 11 * number + 400 * seed));
        return sentence(at) + ' ' + sentence(at + 1);
    });
}
