import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  defineNotification,
  endpoints,
  limits,
  shareReceivedNotice,
  type WorkbenchFigures,
} from '@clusterdesk/contracts';
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
import { publicUrl } from '../../platform/settings/platform.settings.js';
import { Settings } from '../../platform/settings/settings.service.js';
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

async function signInAdmin(): Promise<SpecUser> {
  const { result } = await platform.call(null, endpoints.sessions.login, {
    loginName: 'admin',
    password: await encryptPassword(platform.baseUrl, adminPassword),
  });
  return { ...guest, token: result.token };
}

const addJob = (user: SpecUser, status: string): Promise<unknown> =>
  platform.query(
    `INSERT INTO script_job (user_id, user_name, job_name, queue_name, script, work_dir, cpus, status, ended_at)
     VALUES ($1, $2, 'job', 'queue', 'true', '/', 1, $3, $4)`,
    [user.id, user.name, status, status === 'COMPLETED' ? new Date() : null],
  );

const addBackup = (state: string, kind: string): Promise<unknown> =>
  platform.query(
    `INSERT INTO backup (state, kind, with_files, ended_at) VALUES ($1, $2, true, now())`,
    [state, kind],
  );

/** A node whose agent was there, and may have gone. @returns its id */
async function addNode(kind: string, isOnline: boolean): Promise<string> {
  const [node] = await platform.query(
    `INSERT INTO node (kind, name, is_online, secret_hash, last_seen_at)
     VALUES ($1, gen_random_uuid()::text, $2, gen_random_uuid()::text::bytea, now() + interval '1 hour') RETURNING id`,
    [kind, isOnline],
  );
  return String(node?.['id']);
}

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
    const admin = await signInAdmin();
    expect((await facts(admin)).undeclaredProxyAt).toBeNull();
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

  it('tell system administrators what a new platform lacks, each as it is', async () => {
    const admin = await signInAdmin();
    const lacking = {
      hasOwnPassword: false,
      hasMail: false,
      hasUsers: true,
      hasQueue: false,
      hasBackup: false,
      hasPublicUrl: false,
    };
    await platform.query('DELETE FROM compute_queue');
    expect((await facts(admin)).setup).toEqual(lacking);
    expect((await facts(ann)).setup).toBeNull();
    // A queue without a node runs nothing, and what failed or came from elsewhere is no backup of this platform.
    await platform.query("INSERT INTO compute_queue (queue_name) VALUES ('empty_one')");
    await addBackup('failed', 'manual');
    await addBackup('done', 'imported');
    expect((await facts(admin)).setup).toEqual(lacking);
    const nodeId = await addNode('compute', true);
    await platform.query(
      `INSERT INTO compute_queue_node (queue_id, node_id, cpus) SELECT id, $1, 1 FROM compute_queue`,
      [nodeId],
    );
    await addBackup('done', 'manual');
    await platform.get(Settings).set(publicUrl, 'https://desk.example.org');
    const told = { ...lacking, hasQueue: true, hasBackup: true, hasPublicUrl: true };
    expect((await facts(admin)).setup).toEqual(told);
  });

  it('count the hosts, for whom has the page of monitoring, and those in trouble for who keeps them', async () => {
    await platform.query('DELETE FROM compute_queue_node');
    await platform.query('DELETE FROM node');
    const busy = await addNode('compute', true);
    await addNode('compute', false);
    await addNode('desktop', false);
    await addNode('desktop', true);
    // Never there: its agent is still to be installed; the column says that it is online for its first minute.
    await platform.query(
      `INSERT INTO node (kind, name, is_online, secret_hash) VALUES ('compute', 'new_one', true, 'hash')`,
    );
    await platform.query(
      `INSERT INTO node_alert (node_id, kind, began_at, ended_at)
       VALUES ($1, 'cpu', now(), NULL), ($1, 'memory', now(), NULL), ($1, 'cpu', now(), now())`,
      [busy],
    );
    const keeper = await platform.addUser('keeper', ['/platformMonitoring', '/calculateDot']);
    const both = await platform.addUser('both', [
      '/platformMonitoring',
      '/calculateDot',
      '/desktopDot',
    ]);
    const blind = await platform.addUser('blind', ['/calculateDot']);
    expect((await facts(ann)).hosts).toEqual({ online: 2, total: 5, troubled: null });
    expect((await facts(keeper)).hosts).toEqual({ online: 2, total: 5, troubled: 2 });
    expect((await facts(both)).hosts).toEqual({ online: 2, total: 5, troubled: 3 });
    expect((await facts(await signInAdmin())).hosts?.troubled).toBe(3);
    expect((await facts(bob)).hosts).toBeNull();
    expect((await facts(blind)).hosts).toBeNull();
  });

  it('count own approvals that end soon, as long as nothing was downloaded', async () => {
    const projects = new SpecProjects(platform);
    const [owner, member] = [await projects.addUser('lender'), await projects.addUser('borrower')];
    const { id } = await projects.add(owner, { members: [member] });
    await projects.upload(owner, id, '/lent.txt');
    const { id: lent } = await projects.apply(member, id, ['/lent.txt']);
    await projects.approve(owner, lent);
    const endIn = (ms: number, usedAt: Date | null = null): Promise<unknown> =>
      platform.query(
        'UPDATE download_application SET expires_at = $2, used_at = $3 WHERE id = $1',
        [lent, new Date(Date.now() + ms), usedAt],
      );
    const ending = async (user: SpecUser): Promise<number | undefined> =>
      (await facts(user)).approvals?.ending;
    expect(await ending(member)).toBe(0);
    await endIn(limits.approvalEndsSoonMs - 60_000);
    expect(await ending(member)).toBe(1);
    expect(await ending(owner)).toBe(0);
    await endIn(limits.approvalEndsSoonMs - 60_000, new Date());
    expect(await ending(member)).toBe(0);
    await endIn(-60_000);
    expect(await ending(member)).toBe(0);
  });

  it('count shares received whose notifications are unread', async () => {
    const [sender, receiver] = [
      await platform.addUser('sender', []),
      await platform.addUser('receiver', ['/receiveShare']),
    ];
    const share = (name: string): Promise<void> =>
      platform
        .get(DataSource)
        .transaction((manager) =>
          platform
            .get(Notifications)
            .notify(
              manager,
              [receiver.id, guest.id],
              shareReceivedNotice,
              { shareId: name, sharer: 'sender', name, entries: 1, isDropBox: false },
              sender.id,
            ),
        );
    await share('one');
    await share('two');
    await platform
      .get(DataSource)
      .transaction((manager) =>
        platform.get(Notifications).notify(manager, [receiver.id], done, {}),
      );
    // Two of one sender may be one notification, which stands for both.
    expect((await facts(receiver)).newShares).toBe(2);
    expect((await facts(guest)).newShares).toBeNull();
    await platform.call(guest, endpoints.notifications.readAll, {});
    expect((await facts(receiver)).newShares).toBe(2);
    const { content } = (await platform.call(receiver, endpoints.notifications.list, {})).result;
    const ids = content.flatMap(({ id, kind }) => (kind === shareReceivedNotice.kind ? [id] : []));
    await platform.call(receiver, endpoints.notifications.read, { ids: ids.join(',') });
    expect((await facts(receiver)).newShares).toBe(0);
    expect((await facts(receiver)).unreadNotifications).toBe(1);
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
    expect((await facts(owner)).approvals).toEqual({ awaitingMe: 2, pending: 0, ending: 0 });
    expect((await facts(member)).approvals).toEqual({ awaitingMe: 0, pending: 2, ending: 0 });
    await projects.approve(owner, first);
    expect((await facts(admin)).approvals).toEqual({ awaitingMe: 1, pending: 0, ending: 0 });
    expect((await facts(member)).approvals).toEqual({ awaitingMe: 0, pending: 1, ending: 0 });
    await platform.call(owner, endpoints.projects.edit, { id, approversNeeded: 2 });
    const [waiting] = (await platform.call(owner, endpoints.approvals.list, { me: '2' })).result
      .data;
    await projects.approve(owner, waiting?.id ?? '');
    expect((await facts(owner)).approvals).toEqual({ awaitingMe: 0, pending: 0, ending: 0 });
    expect((await facts(admin)).approvals).toEqual({ awaitingMe: 1, pending: 0, ending: 0 });
    expect((await facts(member)).approvals).toEqual({ awaitingMe: 0, pending: 1, ending: 0 });
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
      newShares: null,
      unreadNotifications: 0,
      setup: null,
      undeclaredProxyAt: null,
    });
    const stranger = await platform.call(null, endpoints.workbench.facts, {});
    expect(stranger.code).toBe(401);
  });
});
