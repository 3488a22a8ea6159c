/** Letters of other scripts that look like Latin ones; the same pairs stand in the index of the names. */
const lookAlikes = {
  // Cyrillic
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  ԁ: 'd',
  һ: 'h',
  ԛ: 'q',
  ԝ: 'w',
  // Greek
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  υ: 'u',
  χ: 'x',
} as const;

/** For SQL's `translate`: each letter of the first text becomes the letter of the second at the same place. */
export const lookAlikeLetters = {
  from: Object.keys(lookAlikes).join(''),
  to: Object.values(lookAlikes).join(''),
} as const;

/**
 * What two names share that people could take for each other: case, width and other compatibility forms (NFKC), and letters
 * of another script that look the same. The function `user_name_key` in the database says the same.
 */
export function nameKey(userName: string): string {
  const folded = userName.normalize('NFKC').toLowerCase();
  return [...folded]
    .map((letter) => (lookAlikes as Record<string, string>)[letter] ?? letter)
    .join('');
}
