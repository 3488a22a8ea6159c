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

/** A piece of a name that looks the same throughout. */
export interface NamePiece {
  text: string;
  /** Blanks at one end of the name, which nobody would see. */
  isBlank: boolean;
  /** What a search found. */
  isHit: boolean;
}

/** A part of a name in pieces: blanks at the name's ends, what a search found, and the rest. */
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
    return text === '' ? [] : [{ text, isBlank: start < bodyStart || start >= bodyEnd, isHit }];
  });
}
