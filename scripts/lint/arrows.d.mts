export const featureArrows: Record<string, string[]>;
export function judgeImport(importer: string, specifier: string): string | null;
export function judgeServerImport(
  importer: string,
  specifier: string,
): { room: string; message: string } | null;
