export function pickSpecs(
  files: string[],
  relatedUnitSpecs: string[],
  workspace?: string,
): { run: string[]; left: string[] };
