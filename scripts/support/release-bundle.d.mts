export function makeKeys(folder: string): string[];
export function makeBundle(options: {
  root: string;
  out: string;
  keyFile: string;
  notes?: { cn: string; en: string };
  minFrom?: string;
  level?: number;
  extra?: (pack: { entry(header: Record<string, unknown>, content?: string): void }) => void;
}): Promise<{ file: string; feedFile: string; release: Record<string, unknown> }>;
export function listFiles(root: string, options?: { hasLauncher: boolean }): Iterable<string>;
export function makeFolder(options: { root: string; out: string }): void;
