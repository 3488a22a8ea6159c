/**
 * Makes `clusterdesk-agent` of the built agent: one executable with the Node that runs this, for hosts of the same architecture
 * without Node (docs/decisions/agent-single-file.md). Its only argument is the folder that it goes to; `dist-sea` by default.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'postject';

/** What Node looks for in its own executable to know that a program is in it (Node's documentation of single executables). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, 'dist');
/** Not in `dist`, which Nx keeps copies of. */
const output = resolve(process.argv[2] ?? join(root, 'dist-sea'));
mkdirSync(output, { recursive: true });
const work = mkdtempSync(join(output, '.work-'));
const inherit = { stdio: 'inherit' };

try {
  const config = join(work, 'sea.json');
  const blob = join(work, 'agent.blob');
  const program = join(work, 'clusterdesk-agent');
  writeFileSync(
    config,
    JSON.stringify({
      main: join(dist, 'agent.cjs'),
      output: blob,
      disableExperimentalSEAWarning: true,
      // Compiled already: the start takes half the time.
      useCodeCache: true,
    }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config], inherit);
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  await inject(program, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse: fuse });
  execFileSync(program, ['--version'], inherit);
  renameSync(program, join(output, 'clusterdesk-agent'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
