/**
 * Small letters, and digits, that look like others, after case has been folded: either as they stand or as capitals
 * (from Unicode's confusables, UTS 39). A letter of another script becomes the Latin one, so that whole names are compared.
 */
const lookAlikes: readonly (readonly [letters: string, like: string])[] = [
  // Digits
  ['01', 'ol'],
  // Latin
  ['ıɩɪɑᴀɡɢʙᴄᴅᴇꬲʜᴊȷᴋʟǀᴍɴᴏᴑꬽᴘʀꭇꭈɾꜱƽᴛᴜꭎꭒʋᴠᴡʏꭚᴢ', 'iiiaaggbcdeehjjkllmnoooprrrrsstuuuuvwyyz'],
  // Cyrillic
  ['авьсԁеҽԍнһіјкӏморԛгѕтѵԝхуүӡ', 'abbcdeeghhijklmopqrstvwxyyз'],
  // Greek
  ['αβςεϳκιμηοσρτυνωχγζ', 'abcejkimnooptuvwxyz'],
  // Armenian
  ['ցհյլոռօզտսա', 'ghjlnnoqsuw'],
  // Georgian, Hebrew, Arabic
  ['ჿყ\u05e1\u05d5\u05df\u0647\u0627', 'oyollol'],
  // Scripts of South and East Asia, Ethiopic
  ['ഠଠဝዐሀ〇丨\u110b\u1175', 'oooouolol'],
  // Katakana and Han
  ['ーエカタチトニハミロオノヘベペリ', '一工力夕千卜二八三口才丿へべぺり'],
];

/** Two letters that look like one. */
const lookAlikePairs = [
  ['rn', 'm'],
  ['vv', 'w'],
] as const;

const likeOf = new Map(
  lookAlikes.flatMap(([letters, like]) => {
    const wanted = [...like];
    return [...letters].map((letter, place) => [letter, wanted[place] ?? letter] as const);
  }),
);

/**
 * What two names share that people could take for each other: case, width and other compatibility forms (NFKC), letters and
 * digits that look the same.
 */
export function nameKey(userName: string): string {
  // The one letter whose small form is two.
  const folded = userName.normalize('NFKC').replaceAll('İ', 'I').toLowerCase();
  const alike = [...folded].map((letter) => likeOf.get(letter) ?? letter).join('');
  return lookAlikePairs.reduce((name, [pair, like]) => name.replaceAll(pair, like), alike);
}

/** Capitals that look like a small L, and the capital L itself, which looks like nothing else. */
const shownAs = new Map([
  ['L', '|'],
  ...['I', 'Ɩ', '\u0406', '\u0399'].map((capital) => [capital, 'l'] as const),
]);

/** As `nameKey`, of the name as its letters are written: a capital I is no i then but an l. */
function nameLook(userName: string): string {
  const letters = [...userName.normalize('NFKC')];
  return nameKey(letters.map((letter) => shownAs.get(letter) ?? letter).join(''));
}

/**
 * The keys of a name as tables store them, each under a unique index. Whatever changes the rules above has to compute the
 * stored keys anew.
 */
export function nameColumns(name: string): { nameKey: string; nameLook: string } {
  return { nameKey: nameKey(name), nameLook: nameLook(name) };
}

/** Two names that have one of these in common could be taken for each other. */
export function nameKeys(userName: string): string[] {
  return [nameKey(userName), `shown ${nameLook(userName)}`];
}
