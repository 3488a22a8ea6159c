export function pickPrograms(files: string[]): string[];
