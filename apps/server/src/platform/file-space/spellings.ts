/** Up to this many spellings are looked up one by one; for a name with more the folder is read. */
const atMost = 256;

/** Names that have one spelling, so that nothing is computed for them; K, ; and ` have twins outside ASCII (U+212A, U+037E, U+1FEF). */
const singleSpelling = /^[ -:<-JL-_a-~]*$/;
/** Adjacent marks can be in several orders, and invalid names cannot be looked up: for both the folder is read. */
const notEnumerable = /\p{M}\p{M}|[\uFFFD\p{Surrogate}]/u;

const blockSize = 256;
const lastCodePoint = 0x10_ff_ff;
const surrogates = { from: 0xd8_00, to: 0xdf_ff };

let composed: Map<string, string[]> | null = null;

/** Composed characters by their full decomposition (Unicode NFD), according to the Unicode version of the runtime; made once. */
function readComposed(): Map<string, string[]> {
  const signs = new Map<string, string[]>();
  for (let start = 0; start <= lastCodePoint; start += blockSize) {
    if (start >= surrogates.from && start <= surrogates.to) {
      continue;
    }
    const block = Array.from({ length: blockSize }, (_, index) =>
      String.fromCodePoint(start + index),
    );
    const whole = block.join('');
    // Most blocks have none; 40 ms are spent on the others.
    if (whole.normalize('NFD') === whole) {
      continue;
    }
    for (const sign of block) {
      const text = sign.normalize('NFD');
      if (text !== sign) {
        signs.set(text, [...(signs.get(text) ?? []), sign]);
      }
    }
  }
  return signs;
}

/**
 * Every spelling of a name, itself among them: all texts that are one with it after Unicode normalisation. Null where they are too
 * many, or where marks may stand in several orders.
 */
export function spellingsOf(name: string): string[] | null {
  if (singleSpelling.test(name)) {
    return [name];
  }
  const whole = name.normalize('NFD');
  if (notEnumerable.test(whole)) {
    return null;
  }
  composed ??= readComposed();
  const parts = Array.from(whole);
  /** By how many parts they spell, from the first on. */
  const spelled: string[][] = [['']];
  for (let end = 1; end <= parts.length; end += 1) {
    const ways: string[] = [];
    let piece = '';
    for (let start = end - 1; start >= 0 && end - start <= 4; start -= 1) {
      piece = (parts[start] ?? '') + piece;
      const signs = composed.get(piece) ?? [];
      const before = spelled[start] ?? [];
      for (const sign of end - start === 1 ? [piece, ...signs] : signs) {
        ways.push(...before.map((text) => text + sign));
      }
    }
    if (ways.length > atMost) {
      return null;
    }
    spelled.push(ways);
  }
  return spelled.at(-1) ?? null;
}
