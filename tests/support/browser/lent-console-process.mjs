import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTypescript } from '../jest/load-typescript.mjs';

/**
 * Keeps a platform and a Chromium for one worker of Jest, which outlive the contexts of its files. It ends when its channel
 * closes, so with the worker however that ends, and leaves nothing behind.
 */
const folder = process.env.LENT_CONSOLES;
const note = folder && join(folder, String(process.pid));
if (note) {
  writeFileSync(note, '');
}
const { LentConsole } = await loadTypescript('tests/support/browser/lent-console.ts');
const lent = new LentConsole();
let asked = Promise.resolve();

process.on('message', () => {
  asked = asked.then(async () => {
    const answer = await lent.lend().then(
      (address) => ({ address }),
      (error) => ({ error: String(error?.stack ?? error) }),
    );
    process.send?.(answer, () => undefined);
  });
});
const end = async () => {
  await asked;
  await lent.stop();
  if (note) {
    rmSync(note, { force: true });
  }
  process.exit();
};
process.once('disconnect', end);
// Ctrl+C reaches the whole group; the channel closes then too.
process.on('SIGINT', () => undefined);
process.once('SIGTERM', end);
