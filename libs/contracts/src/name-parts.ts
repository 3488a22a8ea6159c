/** How wide the end of a name is that stays in sight where there is no room for all: versions and extensions differ there. */
const tailWidth = 12;
/** Enough of the end to find it in, however many code units a character is made of. */
const tailUnits = 160;
/** Names up to this are cut nowhere, so that most rows are one text. */
const shortName = 28;
/** Signs that are as wide as two Latin letters: Chinese, Japanese, Korean, emoji. */
const wide = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]|[\ud800-\udbff]/;

// Browsers of the console's floor may not have it: their characters are code points.
const segmenter =
  typeof Intl.Segmenter === 'function'
    ? new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    : null;

/** The characters of a text as people count them: a letter with its accents, an emoji with all it is joined of. */
const charactersOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);

const widthOfCharacter = (character: string): number => (wide.test(character) ? 2 : 1);

/** How wide a text is about, in Latin letters. */
export const widthOf = (text: string): number =>
  charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);

/** Where the end of a name begins that is never cut. No character is parted. */
export function tailStart(name: string): number {
  let start = name.length;
  let width = 0;
  for (const character of charactersOf(name.slice(-tailUnits)).reverse()) {
    width += widthOfCharacter(character);
    if (width > tailWidth) {
      break;
    }
    start -= character.length;
  }
  return start;
}

/** Whether all of a name is left in one: it may then be cut at its end. */
export const isShortName = (name: string): boolean => name.length <= shortName;

/**
 * Signs that nobody sees but that change how a name looks: controls, and what turns the direction of writing round, by which
 * `a<U+202E>gpj.exe` looks like an image. What joins emoji and letters is none of them.
 */
const unseen = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
const unseenParts = new RegExp(`(${unseen.source})`, 'u');
const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** How a sign is written that would not be seen, as in a shell. */
function escapeSign(sign: string): string {
  const code = sign.charCodeAt(0).toString(16);
  return escapes[sign] ?? (code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`);
}

/** A name in which every sign is seen; for texts that cannot show pieces. */
export const seenName = (name: string): string =>
  unseen.test(name) ? name.replace(new RegExp(unseen, 'gu'), escapeSign) : name;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Up to so many Latin letters a name stands whole in a sentence. */
const sentenceWidth = 60;

/** A name as part of a sentence: every sign seen, a long one cut in its middle, and its direction its own. */
export function nameInSentence(name: string): string {
  const isLong = name.length > sentenceWidth / 2 && widthOf(name) > sentenceWidth;
  const start = isLong ? charactersOf(name.slice(0, sentenceWidth)).slice(0, 20).join('') : '';
  const text = seenName(isLong ? `${start}…${name.slice(tailStart(name))}` : name);
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** A piece of a name that looks the same throughout. */
export interface NamePiece {
  /** What is shown of it. */
  text: string;
  /** It stands for a sign that nobody would see. */
  isUnseen: boolean;
  /** Blanks at one end of the name, which nobody would see. */
  isBlank: boolean;
  /** What a search found. */
  isHit: boolean;
}

/** A part of a name in pieces: blanks at the name's ends, signs that nobody sees, what a search found, and the rest. */
export function piecesOf(name: string, from: number, to: number, searched: string): NamePiece[] {
  const bodyStart = name.length - name.trimStart().length;
  const bodyEnd = Math.max(bodyStart, name.trimEnd().length);
  const at = searched === '' ? -1 : name.toLowerCase().indexOf(searched.toLowerCase());
  const [hitStart, hitEnd] = at < 0 ? [from, from] : [at, at + searched.length];
  const edges = [from, bodyStart, hitStart, hitEnd, bodyEnd, to]
    .filter((edge) => edge >= from && edge <= to)
    .sort((a, b) => a - b);
  return edges.slice(1).flatMap((end, index) => {
    const start = edges[index] ?? end;
    const text = name.slice(start, end);
    const isHit = start >= hitStart && end <= hitEnd;
    const isBlank = start < bodyStart || start >= bodyEnd;
    return (unseen.test(text) ? text.split(unseenParts) : [text])
      .filter(Boolean)
      .map((part) =>
        unseen.test(part)
          ? { text: escapeSign(part), isUnseen: true, isBlank: false, isHit }
          : { text: part, isUnseen: false, isBlank, isHit },
      );
  });
}
