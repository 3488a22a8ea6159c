import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { FilesPage } from './files-page.js';

/** The name of one of many files, in the order of their names. */
export const manyFilesName = (index: number): string =>
  `文件_${String(index).padStart(6, '0')}.dat`;

/** Makes a folder of My files with so many empty files in it, behind the page's back. */
export function putManyFiles(files: FilesPage, folder: string, count: number): void {
  files.put(`${folder}/`);
  for (let index = 0; index < count; index += 1) {
    closeSync(openSync(join(files.onDisk(folder), manyFilesName(index)), 'w'));
  }
}
