import type { LocalizedText } from '@clusterdesk/contracts';

/** This many names are listed; the rest is counted. */
const namesTold = 3;

/** What is missing or changed in the copy of an entry. */
export interface CopyNotes {
  leftOut: Tally;
  changed: Tally;
}

interface Tally {
  count: number;
  /** The paths of the first few. */
  paths: string[];
}

export function noNotes(): CopyNotes {
  return { leftOut: { count: 0, paths: [] }, changed: { count: 0, paths: [] } };
}

/** Counts a path under a kind. */
export function note(notes: CopyNotes, kind: keyof CopyNotes, path: string): void {
  add(notes[kind], { count: 1, paths: [path] });
}

/** One sentence about the notes of all entries; null if there are none. */
export function sentenceOf(all: readonly CopyNotes[]): LocalizedText | null {
  const { leftOut, changed } = noNotes();
  for (const notes of all) {
    add(leftOut, notes.leftOut);
    add(changed, notes.changed);
  }
  const parts: LocalizedText[] = [];
  if (leftOut.count > 0) {
    parts.push({
      cn: `有 ${leftOut.count} 项未复制（链接、特殊文件、已消失或无权读取）：${list(leftOut)}`,
      en: `${leftOut.count} left out (links, special files, or what vanished or cannot be read): ${list(leftOut)}`,
    });
  }
  if (changed.count > 0) {
    parts.push({
      cn: `有 ${changed.count} 个文件在复制时被修改，副本为读到的内容：${list(changed)}`,
      en: `${changed.count} changed while being copied; the copy has what was read: ${list(changed)}`,
    });
  }
  return parts.length === 0
    ? null
    : { cn: parts.map(({ cn }) => cn).join('；'), en: `${parts.map(({ en }) => en).join('; ')}.` };
}

function add(tally: Tally, more: Tally): void {
  tally.count += more.count;
  tally.paths.push(...more.paths.slice(0, namesTold - tally.paths.length));
}

function list({ count, paths }: Tally): string {
  return paths.join(', ') + (count > paths.length ? ', …' : '');
}
