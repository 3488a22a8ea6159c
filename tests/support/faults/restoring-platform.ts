import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endpoints } from '@clusterdesk/contracts';
import { putInHome } from '../features/put-in-home.js';
import type { ApiClient } from '../platform/api-client.js';
import { TestPlatform } from '../platform/platform.js';
import { waitFor } from '../wait-for.js';

const { backups } = endpoints;
const logRows = 150_000;
const files = 300;

/** A restoring as its row says. */
export interface RestoringState {
  state: string;
  phase: string | null;
  message: { cn: string; en: string } | null;
  safetyId: string | null;
  safetyState: string | null;
}

/** A whole platform with a backup, whose worker may be killed at any point of restoring it. */
export class RestoringPlatform {
  private constructor(
    readonly platform: TestPlatform,
    private readonly strikeFile: string,
    private readonly backupId: string,
    /** Signed in; each restoring that succeeds ends that. */
    public admin: ApiClient,
  ) {}

  static async start(): Promise<RestoringPlatform> {
    const strikes = mkdtempSync(join(tmpdir(), 'clusterdesk-strike-'));
    // The worker has an account of its own, and removes the file.
    chmodSync(strikes, 0o777);
    const strikeFile = join(strikes, 'at');
    const preload = pathToFileURL(join(import.meta.dirname, 'strike-at.mjs')).href;
    const platform = await TestPlatform.start({
      env: { NODE_OPTIONS: `--import=${preload}`, STRIKE_FILE: strikeFile },
    });
    try {
      const admin = await platform.signIn();
      await admin.expectOk(endpoints.disk.list, {});
      putInHome(platform, 'admin', 'a.txt', 'first');
      for (let number = 0; number < files; number += 1) {
        putInHome(platform, 'admin', `many/${number}`, 'x'.repeat(2_000));
      }
      await platform.query(`UPDATE user_account SET real_name = 'first' WHERE user_name = 'admin'`);
      await platform.query(
        `INSERT INTO audit_log (log_level, log_model, method_name, target_id)
         SELECT 'INFO', 'disk', '/call/' || number % 100, gen_random_uuid() FROM generate_series(1, $1::int) AS number`,
        [logRows],
      );
      const { result } = await admin.expectOk(backups.add, { withFiles: true });
      await waitFor('the backup', async () => {
        const [row] = await platform.query('SELECT state FROM backup WHERE id = $1', [result.id]);
        return (row as { state: string }).state === 'done';
      });
      return new RestoringPlatform(platform, strikeFile, result.id, admin);
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }

  private get filesDir(): string {
    return join(this.platform.dataDir, 'files');
  }

  /** Changes rows and files, and asks for the backup, which has neither change. @returns the id of the restoring */
  async begin(): Promise<string> {
    const { platform } = this;
    await platform.query(`UPDATE user_account SET real_name = 'changed' WHERE user_name = 'admin'`);
    putInHome(platform, 'admin', 'a.txt', 'changed');
    putInHome(platform, 'admin', 'later.txt', 'later');
    const { result } = await this.admin.expectOk(backups.restore, { id: this.backupId });
    return result.id;
  }

  async find(id: string): Promise<RestoringState> {
    const [row] = await this.platform.query(
      `SELECT restoring.state, restoring.phase, restoring.message, safety_id AS "safetyId", safety.state AS "safetyState"
       FROM backup_restoring AS restoring LEFT JOIN backup AS safety ON safety.id = safety_id WHERE restoring.id = $1`,
      [id],
    );
    return row as RestoringState;
  }

  /** Kills the worker when PostgreSQL or the disk shows that it is there. */
  async killWhen(what: string, isThere: () => Promise<boolean> | boolean): Promise<void> {
    await waitFor(what, isThere, 100_000, 2);
    await this.platform.kill('worker');
  }

  /** The worker is to die before it does this (`strike-at.mjs`). */
  strikeBefore(call: string): void {
    writeFileSync(this.strikeFile, call, { mode: 0o666 });
  }

  /** After a strike by itself. */
  async waitForStrike(): Promise<void> {
    await waitFor('the strike', () => !existsSync(this.strikeFile), 100_000);
  }

  isLaidOut(id: string): boolean {
    return existsSync(join(this.filesDir, `.staging/restore-${id}/new/home/admin`));
  }

  /** @param rows a table, or a view of what PostgreSQL is at, with a condition */
  async isIn(rows: string): Promise<boolean> {
    return (await this.platform.query(`SELECT FROM ${rows} LIMIT 1`)).length > 0;
  }

  /** Signs in, and says what rows and files are, each by itself: `first` in the backup, `changed` before. */
  async look(): Promise<{ rows: unknown; file: string; later: boolean }> {
    this.admin = await this.platform.signIn();
    const [row] = await this.platform.query(
      `SELECT real_name AS name FROM user_account WHERE user_name = 'admin'`,
    );
    const home = join(this.filesDir, 'home/admin');
    return {
      rows: (row as { name: unknown }).name,
      file: readFileSync(join(home, 'a.txt'), 'utf8'),
      later: existsSync(join(home, 'later.txt')),
    };
  }

  /** Waits until it is over, and until nothing of it lies about or goes on. */
  async waitForEnd(id: string): Promise<RestoringState> {
    await waitFor(
      'its end',
      async () => ['done', 'failed'].includes((await this.find(id)).state),
      100_000,
    );
    await waitFor('nothing to be left', async () => {
      await this.platform.query(
        `UPDATE due_work SET due_at = now() WHERE name = 'backups.sweep-backups' AND due_at > now() + interval '10 s'`,
      );
      const underWay = await this.platform.query(
        `SELECT FROM backup WHERE state IN ('waiting', 'running')`,
      );
      return underWay.length === 0 && this.listLeft().length === 0;
    });
    return this.find(id);
  }

  /** Agents connect again: a restoring ends what they had. */
  async waitForAgent(): Promise<void> {
    await waitFor('the agent', () => this.isIn('agent_session'));
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    rmSync(dirname(this.strikeFile), { recursive: true, force: true });
  }

  private listLeft(): string[] {
    const staged = readdirSync(join(this.filesDir, '.staging'));
    const archives = readdirSync(join(this.platform.dataDir, 'backups'));
    return [
      ...staged.filter((name) => name.startsWith('restore-')),
      ...archives.filter((name) => name.endsWith('.partial')),
    ];
  }
}
