import type { LocalizedText } from '@clusterdesk/contracts';

/** So many names are told; the rest is a number. */
const namesTold = 3;

/** What of an entry is not in its copy as it was. */
export interface CopyNotes {
  leftOut: Tally;
  changed: Tally;
}

interface Tally {
  count: number;
  /** The first few, as paths. */
  paths: string[];
}

export function noNotes(): CopyNotes {
  return { leftOut: { count: 0, paths: [] }, changed: { count: 0, paths: [] } };
}

/** Counts a path; `kind` says why. */
export function note(notes: CopyNotes, kind: keyof CopyNotes, path: string): void {
  add(notes[kind], { count: 1, paths: [path] });
}

/** One sentence over the notes of all entries; null when there is nothing to tell. */
export function sentenceOf(all: readonly CopyNotes[]): LocalizedText | null {
  const { leftOut, changed } = noNotes();
  for (const notes of all) {
    add(leftOut, notes.leftOut);
    add(changed, notes.changed);
  }
  const parts = [
    ...(leftOut.count > 0
      ? [
          {
            cn: `有 ${leftOut.count} 项未复制（链接、特殊文件、已消失或无权读取）：${list(leftOut)}`,
            en: `${leftOut.count} left out (links, special files, or what vanished or cannot be read): ${list(leftOut)}`,
          },
        ]
      : []),
    ...(changed.count > 0
      ? [
          {
            cn: `有 ${changed.count} 个文件在复制时被修改，副本为读到的内容：${list(changed)}`,
            en: `${changed.count} changed while being copied; the copy has what was read: ${list(changed)}`,
          },
        ]
      : []),
  ];
  return parts.length === 0
    ? null
    : { cn: parts.map(({ cn }) => cn).join('；'), en: parts.map(({ en }) => en).join('; ') };
}

function add(tally: Tally, more: Tally): void {
  tally.count += more.count;
  tally.paths.push(...more.paths.slice(0, namesTold - tally.paths.length));
}

function list({ count, paths }: Tally): string {
  return paths.join(', ') + (count > paths.length ? ', …' : '');
}
