import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { defineNotification, endpoints, type WorkbenchFigures } from '@clusterdesk/contracts';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import {
  adminPassword,
  SpecPlatform,
  type SpecUser,
} from '@clusterdesk/tests/server/spec-platform.js';
import { encryptPassword } from '@clusterdesk/tests/server/test-server.js';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Notifications } from '../notifications/notification.service.js';

const done = defineNotification({ kind: 'spec.done', group: 'jobs', payload: z.object({}) });

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann', ['/myDoc', '/taskManangement', '/platformMonitoring']);
  bob = await platform.addUser('bob', ['/myDoc', '/taskManangement']);
  guest = await platform.addUser('guest', []);
});
afterAll(() => platform.close());

async function facts(user: SpecUser): Promise<WorkbenchFigures> {
  const { result } = await platform.call(user, endpoints.workbench.facts, {});
  return endpoints.workbench.facts.result.parse(result);
}

const addJob = (user: SpecUser, status: string): Promise<unknown> =>
  platform.query(
    `INSERT INTO script_job (user_id, user_name, job_name, queue_name, script, work_dir, cpus, status, ended_at)
     VALUES ($1, $2, 'job', 'queue', 'true', '/', 1, $3, $4)`,
    [user.id, user.name, status, status === 'COMPLETED' ? new Date() : null],
  );

describe('the facts of the workbench', () => {
  it("count one's own jobs, without those that ended", async () => {
    for (const status of ['PENDING', 'PENDING', 'RUNNING', 'COMPLETED']) {
      await addJob(ann, status);
    }
    expect((await facts(ann)).jobs).toEqual({ waiting: 2, running: 1 });
    expect((await facts(bob)).jobs).toEqual({ waiting: 0, running: 0 });
  });

  it('tell system administrators alone of a proxy that nobody declared; the log says it once', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const { result } = await platform.call(null, endpoints.sessions.login, {
      loginName: 'admin',
      password: await encryptPassword(platform.baseUrl, adminPassword),
    });
    const admin = { ...guest, token: result.token };
    expect((await facts(admin)).undeclaredProxyAt).toBeNull();
    expect((await facts(admin)).setup).toEqual({
      hasOwnPassword: false,
      hasMail: false,
      hasUsers: true,
    });
    expect((await facts(ann)).setup).toBeNull();
    const began = Date.now();
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-For']) {
      await fetch(`${platform.baseUrl}/api/health/live`, { headers: { [name]: '198.51.100.1' } });
    }
    expect((await facts(admin)).undeclaredProxyAt).toBeGreaterThanOrEqual(began);
    expect((await facts(ann)).undeclaredProxyAt).toBeNull();
    const said = warn.mock.calls.filter((words) => JSON.stringify(words).includes('TRUST_PROXY'));
    expect(said).toHaveLength(1);
    warn.mockRestore();
  });

  it('count the hosts, for whom has the page of monitoring', async () => {
    await platform.query('DELETE FROM node');
    for (const isOnline of [true, true, false]) {
      await platform.query(
        `INSERT INTO node (kind, name, is_online, last_seen_at)
         VALUES ('compute', gen_random_uuid()::text, $1, now() + interval '1 hour')`,
        [isOnline],
      );
    }
    expect((await facts(ann)).hosts).toEqual({ online: 2, total: 3 });
    expect((await facts(bob)).hosts).toBeNull();
  });

  it('tell what the disk holds once it was measured, and wait for nothing', async () => {
    expect((await facts(bob)).disk).toEqual({ usedBytes: null, quotaBytes: null });
    await platform.query(
      `INSERT INTO disk_account (user_id, used_bytes, quota_bytes, measured_at) VALUES ($1, 5, 100, now())
       ON CONFLICT (user_id) DO UPDATE SET used_bytes = 5, quota_bytes = 100, measured_at = now()`,
      [bob.id],
    );
    expect((await facts(bob)).disk).toEqual({ usedBytes: 5, quotaBytes: 100 });
  });

  it('count the projects, and the applications that wait for somebody', async () => {
    const projects = new SpecProjects(platform);
    const [owner, admin, member] = [
      await projects.addUser('owner'),
      await projects.addUser('admin2'),
      await projects.addUser('member'),
    ];
    expect((await facts(member)).projects).toEqual({ managed: 0, joined: 0 });
    const { id } = await projects.add(owner, { admin, members: [member] });
    await projects.add(member);
    const { id: deleted } = await projects.add(owner, { members: [member] });
    await platform.call(owner, endpoints.projects.remove, { id: deleted });
    expect((await facts(owner)).projects).toEqual({ managed: 1, joined: 0 });
    expect((await facts(admin)).projects).toEqual({ managed: 1, joined: 0 });
    expect((await facts(member)).projects).toEqual({ managed: 1, joined: 1 });

    await projects.upload(owner, id, '/one.txt');
    await projects.upload(owner, id, '/two.txt');
    const { id: first } = await projects.apply(member, id, ['/one.txt']);
    await projects.apply(member, id, ['/two.txt']);
    expect((await facts(owner)).approvals).toEqual({ awaitingMe: 2, pending: 0 });
    expect((await facts(member)).approvals).toEqual({ awaitingMe: 0, pending: 2 });
    await projects.approve(owner, first);
    expect((await facts(admin)).approvals).toEqual({ awaitingMe: 1, pending: 0 });
    expect((await facts(member)).approvals).toEqual({ awaitingMe: 0, pending: 1 });
    await platform.call(owner, endpoints.projects.edit, { id, approversNeeded: 2 });
    const [waiting] = (await platform.call(owner, endpoints.approvals.list, { me: '2' })).result
      .data;
    await projects.approve(owner, waiting?.id ?? '');
    expect((await facts(owner)).approvals).toEqual({ awaitingMe: 0, pending: 0 });
    expect((await facts(admin)).approvals).toEqual({ awaitingMe: 1, pending: 0 });
    expect((await facts(member)).approvals).toEqual({ awaitingMe: 0, pending: 1 });
  });

  it('count what is unread', async () => {
    const notify = (manager: DataSource['manager']): Promise<void> =>
      platform.get(Notifications).notify(manager, [ann.id], done, {});
    await platform.get(DataSource).transaction(notify);
    await platform.get(DataSource).transaction(notify);
    expect((await facts(ann)).unreadNotifications).toBe(2);
    await platform.call(ann, endpoints.notifications.readAll, {});
    expect((await facts(ann)).unreadNotifications).toBe(0);
  });

  it('are none of pages that one has not, and nobody is told who is not signed in', async () => {
    expect(await facts(guest)).toEqual({
      jobs: null,
      hosts: null,
      disk: null,
      projects: null,
      approvals: null,
      unreadNotifications: 0,
      setup: null,
      undeclaredProxyAt: null,
    });
    const stranger = await platform.call(null, endpoints.workbench.facts, {});
    expect(stranger.code).toBe(401);
  });
});
