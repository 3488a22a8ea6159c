import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import setUpDatabase from '../jest/database-setup.mjs';

/** Jest's globalSetup for the browser suites: each process that keeps a console has a note in a folder of the run. */
export default async function setUpLending() {
  await setUpDatabase();
  process.env.LENT_CONSOLES = mkdtempSync(join(tmpdir(), 'clusterdesk-lent-'));
}
