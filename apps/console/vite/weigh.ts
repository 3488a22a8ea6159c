import type { FirstPage } from './pages.js';

/** A file as it goes over the wire. */
export interface SentFile {
  name: string;
  bytes: number;
}

const inKb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
/** How many of the heaviest files are named. */
const named = 12;

/** What a first page weighs, in a sentence, and what is wrong with that; null: nothing. */
export function weigh(
  { name, budget }: FirstPage,
  files: readonly SentFile[],
): { summary: string; problem: string | null } {
  const sum = files.reduce((total, { bytes }) => total + bytes, 0);
  const limits = budget ? `, of ${inKb(budget.bytes)} in ${budget.files}` : '';
  const summary = `${name}: ${inKb(sum)} in ${files.length} files${limits}`;
  if (!budget || (sum <= budget.bytes && files.length <= budget.files)) {
    return { summary, problem: null };
  }
  const heaviest = [...files].sort((a, b) => b.bytes - a.bytes).slice(0, named);
  return {
    summary,
    problem: [
      `Too heavy over the wire: ${summary}. Load on demand what the page does not show first.`,
      ...heaviest.map((file) => `  ${inKb(file.bytes)} ${file.name}`),
    ].join('\n'),
  };
}
