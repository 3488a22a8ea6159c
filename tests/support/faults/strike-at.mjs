import fs, { readFileSync, unlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded first into a platform's worker: it kills itself, as `kill -9` does, right before it renames or removes the path whose end the
 * file of `STRIKE_FILE` names (`rename /new/home`). Once: the file goes first.
 */
const strikeFile = process.env['STRIKE_FILE'];

function strikeBefore(call, path) {
  try {
    const [name, end] = readFileSync(strikeFile, 'utf8').split(' ');
    if (name !== call || !path.endsWith(end)) {
      return;
    }
    unlinkSync(strikeFile);
  } catch {
    // No strike is set.
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}

if (strikeFile !== undefined && process.argv[1]?.endsWith('worker.js')) {
  for (const name of ['rename', 'rmdir']) {
    const own = fs.promises[name];
    fs.promises[name] = (path, ...others) => {
      strikeBefore(name, String(path));
      return own(path, ...others);
    };
  }
  syncBuiltinESMExports();
}
