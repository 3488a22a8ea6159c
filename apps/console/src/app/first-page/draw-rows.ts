import type { FileEntry } from '../../shared/file-browser/file-space.js';
import { formatSize } from '../../shared/lib/format/format.js';

/** What the rows show of an entry. */
export type FirstEntry = Pick<FileEntry, 'localPath' | 'directory' | 'size' | 'createDate'>;

/** More are in view nowhere before the code is here. */
const maxRows = 40;

function fill(row: Element, index: number, entry: FirstEntry): void {
  const { localPath, directory, size, createDate } = entry;
  const write = (part: string, text: string): void => {
    row.querySelectorAll(`[data-part=${part}]`).forEach((cell) => (cell.textContent = text));
  };
  row.setAttribute('data-at', String(index));
  row.setAttribute('data-name', localPath);
  row.toggleAttribute('data-folder', directory);
  write('index', String(index + 1));
  write('name', localPath);
  write('size', directory ? '' : formatSize(size));
  write('time', createDate ?? '');
}

/** Draws the first entries of My files into the page's own shape, where their rows will be; null: that shape is gone. */
export function drawRows(entries: readonly FirstEntry[]): HTMLElement | null {
  const list = document.querySelector<HTMLElement>('#root > .sk .sk-list');
  const pattern = list?.querySelector('template')?.content.firstElementChild;
  if (!list || !pattern) {
    return null;
  }
  for (const [index, entry] of entries.slice(0, maxRows).entries()) {
    const row = document.importNode(pattern, true);
    fill(row, index, entry);
    list.append(row);
  }
  document.documentElement.dataset['page'] = 'files';
  return list;
}
