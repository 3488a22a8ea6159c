export const knownBreaks: Record<string, string[]>;
