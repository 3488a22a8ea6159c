/** A backup with very many files: the first, and the next, which finds nothing changed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const bytes = 10_240;
const perFolder = 1_000;
const mostMs = 30 * 60_000;

export async function measureFiles({ client, query, dataDir }, count) {
  const content = Buffer.alloc(bytes, 'a small file of a user. ');
  for (let index = 0; index < count; index += 1) {
    const folder = join(dataDir, 'files/home/admin', `folder-${Math.floor(index / perFolder)}`);
    if (index % perFolder === 0) {
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(folder, `file-${index}`), content);
  }
  const token = await client.signIn();
  for (const what of ['first backup', 'next backup, nothing changed']) {
    const begin = performance.now();
    const { id } = await client.call('/backup/add', { withFiles: true }, token);
    let row;
    do {
      await sleep(200);
      [row] = await query('SELECT state, message, size_bytes FROM backup WHERE id = $1', [id]);
    } while (['waiting', 'running'].includes(row.state) && performance.now() - begin < mostMs);
    const seconds = (performance.now() - begin) / 1_000;
    console.log(
      `${what}: ${count} files of ${bytes} bytes in ${seconds.toFixed(1)} s (${row.state}), ${((seconds / count) * 1e6).toFixed(0)} s for a million`,
    );
  }
}
