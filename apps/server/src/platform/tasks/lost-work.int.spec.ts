import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { LostWork } from './lost-work.service.js';
import { TaskQueue } from './task-queue.service.js';
import { Postgres } from '../database/postgres.js';
import { sweepUploads } from '@clusterdesk/contracts';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';

/** What a process left behind that died long enough ago, as rows; and the task that carries it on. */
const lost: Record<string, { task: string; insert: string; notYet: string }> = {
  'a package': {
    task: 'downloads.sweep-downloads',
    insert: `INSERT INTO download_package (user_id, space, space_id, paths, fingerprint, file_name, total_bytes, total_files,
      ticket_secret, touched_at, expires_at) VALUES ($1::uuid, 'home', $1::text, '[]', 'f', 'a.zip', 1, 1, '', now() - interval '11 s', now() + interval '1 day')`,
    notYet: 'UPDATE download_package SET touched_at = now()',
  },
  'a copy': {
    task: 'copies.sweep-copies',
    insert: `INSERT INTO copy_task (user_id, space, space_id, paths, target_space, target_space_id, dir, conflict, state, total_bytes,
      total_files, touched_at) VALUES ($1::uuid, 'home', $1::text, '[]', 'home', $1::text, '/', 'rename', 'copying', 1, 1, now() - interval '11 s')`,
    notYet: `UPDATE copy_task SET state = 'failed'`,
  },
  'an operation': {
    task: 'spaces.settle-operations',
    insert: `INSERT INTO space_operation (space, space_id, user_id, steps, due_at) VALUES ('home', $1::text, $1::uuid, '[]', now())`,
    notYet: `UPDATE space_operation SET due_at = now() + interval '1 minute'`,
  },
  'a notification': {
    task: 'notifications.push-notifications',
    insert: `INSERT INTO notification (user_id, kind, payload, created_at) VALUES ($1, 'spec', '{}', now() - interval '11 s')`,
    notYet: 'UPDATE notification SET pushed_at = now()',
  },
  'a code': {
    task: 'account.sweep-codes',
    insert: `INSERT INTO verification_code (user_id, session_id, purpose, target, requested_at, expires_at)
      SELECT $1, id, 'email-new', 'a@b.c', now() - interval '16 s', now() + interval '1 minute' FROM user_session WHERE user_id = $1`,
    notYet: 'UPDATE verification_code SET sent_at = now()',
  },
  'a removal': {
    task: 'users.sweep-removals',
    insert: `INSERT INTO user_removal (user_id, user_name, home_key, created_at) VALUES ($1, 'gone', 'gone', now() - interval '16 s')`,
    notYet: `UPDATE user_removal SET leased_until = now() + interval '10 s'`,
  },
  'a job': {
    task: 'jobs.reconcile-jobs',
    insert: `INSERT INTO script_job (queue_name, user_id, user_name, job_name, script, work_dir, cpus)
      VALUES ('q', $1, 'u', 'j', '', '/', 1)`,
    notYet: `UPDATE script_job SET status = 'CANCELLED', ended_at = now()`,
  },
};

describe('lost work', () => {
  let platform: SpecPlatform;
  let lostWork: LostWork;
  let add: jest.SpiedFunction<TaskQueue['add']>;
  let userId: string;

  beforeAll(async () => {
    platform = await SpecPlatform.open({ withWorker: false });
    lostWork = platform.get(LostWork);
    userId = (await platform.addUser('ann')).id;
  });
  afterAll(() => platform.stop());

  beforeEach(() => {
    add = jest.spyOn(platform.get(TaskQueue), 'add').mockResolvedValue();
  });
  afterEach(() => {
    add.mockRestore();
  });

  const queued = async (): Promise<string[]> => {
    add.mockClear();
    await lostWork.look();
    return add.mock.calls.map(([task]) => task.name);
  };

  it('queues nothing, with one statement, while nothing is lost', async () => {
    const query = jest.spyOn(platform.get(Postgres).pool, 'query');
    expect(await queued()).toEqual([]);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  it.each(Object.entries(lost))('finds %s', async (_, { task, insert, notYet }) => {
    await platform.query(insert, [userId]);
    expect(await queued()).toEqual([task]);
    await platform.query(notYet);
    expect(await queued()).toEqual([]);
  });

  it('finds the rest when one condition fails', async () => {
    lostWork.watch(sweepUploads, 'EXISTS (SELECT FROM no_such_table)');
    const silent = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await platform.query(`UPDATE notification SET pushed_at = NULL`);
    expect(await queued()).toEqual(['notifications.push-notifications']);
    silent.mockRestore();
  });
});
