export const featureArrows: Record<string, string[]>;
export function judgeImport(importer: string, specifier: string): string | null;
