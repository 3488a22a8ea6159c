/** A path of one's own disk as the shell names it, for people: `~/data` for `/data`. */
export const homePath = (path: string): string => (path.startsWith('/') ? `~${path}` : path);

/** The path on the disk that somebody typed with `~` or without. */
export const pathFromHome = (typed: string): string =>
  typed === '~' ? '/' : typed.replace(/^~(?=\/)/, '');

/** The same as a word of a script, whatever the name: `$HOME/data`, `"$HOME/my data"`. */
export function homeWord(path: string): string {
  const word = `$HOME${path === '/' ? '' : path}`;
  return /^\$HOME[\w./+@%,:-]*$/.test(word)
    ? word
    : `"$HOME${path.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
