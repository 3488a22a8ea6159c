import type { Linter } from 'eslint';

export const featureArrows: Record<string, string[]>;
export const boundaries: Linter.Config[];
