import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DueWork } from './due-work.service.js';
import { Postgres } from '../database/postgres.js';
import { dueWork, sweepUploads } from '@clusterdesk/contracts';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Config } from '../../config/config.js';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';

/** What a process left behind that died long enough ago, as rows; and the work that carries it on. */
const lost: Record<string, { work: string; insert: string; notYet: string }> = {
  'a package': {
    work: 'downloads.sweep-downloads',
    insert: `INSERT INTO download_package (user_id, space, space_id, paths, fingerprint, file_name, total_bytes, total_files,
      ticket_secret, touched_at, expires_at) VALUES ($1::uuid, 'home', $1::text, '[]', 'f', 'a.zip', 1, 1, '', now() - interval '11 s', now() + interval '1 day')`,
    notYet: 'UPDATE download_package SET touched_at = now()',
  },
  'a copy': {
    work: 'copies.sweep-copies',
    insert: `INSERT INTO copy_task (user_id, space, space_id, paths, target_space, target_space_id, dir, conflict, state, total_bytes,
      total_files, touched_at) VALUES ($1::uuid, 'home', $1::text, '[]', 'home', $1::text, '/', 'rename', 'copying', 1, 1, now() - interval '11 s')`,
    notYet: `UPDATE copy_task SET state = 'failed'`,
  },
  'an operation': {
    work: 'spaces.settle-operations',
    insert: `INSERT INTO space_operation (space, space_id, user_id, steps, due_at) VALUES ('home', $1::text, $1::uuid, '[]', now())`,
    notYet: `UPDATE space_operation SET due_at = now() + interval '1 minute'`,
  },
  'a notification': {
    work: 'notifications.push-notifications',
    insert: `INSERT INTO notification (user_id, kind, payload, created_at) VALUES ($1, 'spec', '{}', now() - interval '11 s')`,
    notYet: 'UPDATE notification SET pushed_at = now()',
  },
  'a code': {
    work: 'account.sweep-codes',
    insert: `INSERT INTO verification_code (user_id, session_id, purpose, target, requested_at, expires_at)
      SELECT $1, id, 'email-new', 'a@b.c', now() - interval '16 s', now() + interval '1 minute' FROM user_session WHERE user_id = $1`,
    notYet: 'UPDATE verification_code SET sent_at = now()',
  },
  'a removal': {
    work: 'users.sweep-removals',
    insert: `INSERT INTO user_removal (user_id, user_name, home_key, created_at) VALUES ($1, 'gone', 'gone', now() - interval '16 s')`,
    notYet: `UPDATE user_removal SET leased_until = now() + interval '10 s'`,
  },
  'what a job left': {
    work: 'jobs.collect-results',
    insert: `INSERT INTO script_job (queue_name, user_id, user_name, job_name, script, work_dir, cpus, status, started_at, ended_at, results_due_at)
      VALUES ('q', $1, 'u', 'j', '', '/', 1, 'COMPLETED', now(), now(), now() - interval '4 s')`,
    notYet: `UPDATE script_job SET results_due_at = NULL`,
  },
  'a job': {
    work: 'jobs.reconcile-jobs',
    insert: `INSERT INTO script_job (queue_name, user_id, user_name, job_name, script, work_dir, cpus)
      VALUES ('q', $1, 'u', 'j', '', '/', 1)`,
    notYet: `UPDATE script_job SET status = 'CANCELLED', ended_at = now()`,
  },
};

describe('work that is due because something got lost', () => {
  let platform: SpecPlatform;
  let due: DueWork;
  let userId: string;

  beforeAll(async () => {
    platform = await SpecPlatform.open({ withWorker: false });
    due = platform.get(DueWork);
    userId = (await platform.addUser('ann')).id;
  });
  afterAll(() => platform.stop());

  const listDue = async (): Promise<string[]> => (await due.listDue()).map(({ name }) => name);

  it('is looked for with one statement, which finds nothing while nothing is lost', async () => {
    const query = jest.spyOn(platform.get(Postgres).pool, 'query');
    expect(await listDue()).toEqual([]);
    const asked = query.mock.calls.filter(([statement]) => String(statement).includes('due_work'));
    expect(asked).toHaveLength(1);
    query.mockRestore();
  });

  it.each(Object.entries(lost))('finds %s', async (_, { work, insert, notYet }) => {
    await platform.query(insert, [userId]);
    expect(await listDue()).toEqual([work]);
    await platform.query(notYet);
    expect(await listDue()).toEqual([]);
  });

  it('is found when one condition fails', async () => {
    due.watch(sweepUploads, 'EXISTS (SELECT FROM no_such_table)');
    const silent = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await platform.query(`UPDATE notification SET pushed_at = NULL`);
    expect(await listDue()).toEqual(['notifications.push-notifications']);
    silent.mockRestore();
  });
});

describe('work that is due because its time has come', () => {
  let platform: SpecPlatform;
  const timings = { tasks: { dueWorkMs: 50 } };

  beforeAll(async () => {
    platform = await SpecPlatform.open({ withWorker: true, timings });
  });
  afterAll(() => platform.stop());

  const addStale = (): Promise<unknown> =>
    platform.query(`UPDATE user_session SET expires_at = now() - interval '1 s'`);
  const isSwept = async (): Promise<boolean> =>
    (await platform.query('SELECT FROM user_session WHERE expires_at < now()')).length === 0;
  const sweep = (change: string): Promise<unknown> =>
    platform.query(`UPDATE due_work SET ${change} WHERE name = 'sessions.sweep-sessions'`);

  it('is all of it, each at its own time', async () => {
    const rows = await platform.query(
      `SELECT name, to_char(due_at AT TIME ZONE $1, 'HH24:MI') AS at FROM due_work ORDER BY name`,
      [platform.get(Config).timeZone],
    );
    expect(rows.map(({ name }) => name)).toEqual(dueWork.map(({ name }) => name).sort());
    expect(rows).toContainEqual({ name: 'audit.prune-log', at: '03:30' });
  });

  it('runs when it is due, and is due again later', async () => {
    await platform.addUser('ann');
    await addStale();
    await sweep(`due_at = now() - interval '1 day'`);
    await waitFor('the sweep', isSwept);
    const [row] = await platform.query(
      `SELECT due_at > now() + interval '9 min' AS "isLater" FROM due_work WHERE name = 'sessions.sweep-sessions'`,
    );
    expect(row).toEqual({ isLater: true });
  });

  it('is left to the run that has it, and taken up when that one died', async () => {
    await addStale();
    await sweep(
      `lease = gen_random_uuid(), leased_until = now() + interval '1 hour', due_at = now()`,
    );
    expect(await platform.get(DueWork).listDue()).toEqual([]);
    await sweep(`leased_until = now()`);
    await waitFor('the sweep', isSwept);
  });
});
