/** The thread of stat-threads.ts: asks what the names of a chunk are, joined by NUL, which no name contains. */
import { lstatSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { factsPerName, statKinds } = workerData;

parentPort.on('message', ({ id, base, names }) => {
  const list = names.split('\0');
  const facts = new Float64Array(list.length * factsPerName);
  try {
    for (let index = 0; index < list.length; index += 1) {
      const stats = lstatSync(`${base}/${list[index]}`, { throwIfNoEntry: false });
      if (stats === undefined) {
        continue;
      }
      const { none, file, folder } = statKinds;
      const kind = stats.isFile() ? file : stats.isDirectory() ? folder : none;
      // As Node rounds it everywhere else: a cut fraction would make the same file look changed.
      const modifiedMs = Math.round(stats.mtimeMs);
      const madeMs = Math.round(stats.birthtimeMs || stats.ctimeMs);
      facts.set([kind, stats.size, modifiedMs, madeMs], index * factsPerName);
    }
    parentPort.postMessage({ id, facts }, [facts.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, code: error.code, message: error.message });
  }
});
