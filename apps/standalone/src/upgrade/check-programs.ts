import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ReleaseError } from '@clusterdesk/contracts/release';
import { reasonOf } from './upgrade-faults.js';

const programMs = 60_000;

/**
 * The next start of the platform begins with the launcher of the new version: it must at least load, and know this database.
 * @param embeddedMajor of PostgreSQL here; null: the database is the operator's own
 * @throws ReleaseError
 */
export async function checkPrograms(
  folder: string,
  version: string,
  embeddedMajor: string | null,
): Promise<void> {
  const launcher = join(folder, 'apps/standalone/dist/main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, '--version'], {
    cwd: '/',
    timeout: programMs,
    env: { PATH: process.env['PATH'] },
  }).catch((error: unknown) => {
    throw new ReleaseError('UPGRADE_PROGRAM_BROKEN', reasonOf(error));
  });
  const [own, postgres] = stdout.trim().split(' ');
  if (own !== version) {
    throw new ReleaseError('UPGRADE_PROGRAM_BROKEN', `It says that it is ${String(own)}.`);
  }
  if (embeddedMajor !== null && postgres !== embeddedMajor) {
    throw new ReleaseError('UPGRADE_DATABASE_PROGRAM');
  }
}
