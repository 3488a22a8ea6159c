/**
 * Files that still break the table of arrows.mjs, and what of the server they may import nevertheless: a feature, or a
 * folder or file of `src`. Nothing is ever added here; a test fails while an entry is no longer needed.
 */
export const knownBreaks = {
};
