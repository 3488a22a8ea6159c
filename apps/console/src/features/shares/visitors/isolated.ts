/**
 * A name in a sentence, whose direction of writing does not turn what stands around it. What shows names in pieces is too much code
 * for a page that strangers wait for.
 */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
