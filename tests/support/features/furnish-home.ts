import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What to do when a name is taken: refuse, replace, keep both. */
export type Operation = '0' | '1' | '2';

/** Puts into a home what integration specs copy and move, and an empty folder `to`. */
export async function furnishHome(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, '数据/空'), { recursive: true });
  await mkdir(join(home, 'to'));
  await writeFile(join(home, '数据/结果.txt'), 'text');
  await writeFile(join(home, 'a.txt'), 'of a');
}
