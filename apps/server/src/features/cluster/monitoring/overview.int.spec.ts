import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { adminPassword } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { cluster, settings } = endpoints;
let platform: SpecPlatform;
let viewer: SpecUser;
let stranger: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  viewer = await platform.addUser('viewer', ['/platformMonitoring']);
  stranger = await platform.addUser('stranger', ['/myDoc']);
});
afterAll(() => platform.close());

it('shows the rules of alerts to those who see hosts, and tells their pages of a change', async () => {
  const ask = () => platform.call(viewer, cluster.alertRules, {});
  expect((await ask()).result).toEqual({
    ...{ cpuPercent: 95, memoryPercent: 95, minutes: 10, offlineMinutes: 5 },
  });
  const page = await connectConsole(platform.baseUrl, viewer.token);
  let told = 0;
  page.socket.on('settingsChanged', () => (told += 1));
  expect(await page.ask('watch', { topic: 'hosts' })).toBe(true);
  const admin = new ApiClient(platform.baseUrl);
  await admin.signIn('admin', adminPassword);
  await admin.expectOk(settings.save, { changes: { trashDays: 40 } });
  await admin.expectOk(settings.save, { changes: { alertCpuPercent: 80, alertMinutes: 3 } });
  await waitFor('the event', () => told > 0);
  // What the page does not show told it nothing.
  expect(told).toBe(1);
  page.socket.close();
  expect((await ask()).result).toMatchObject({ cpuPercent: 80, minutes: 3 });
});

it('counts jobs and sessions that there are now', async () => {
  await platform.query(
    `INSERT INTO node (kind, name, is_online) VALUES ('desktop', 'desk-1', true), ('desktop', 'desk-2', false)`,
  );
  await platform.query(
    `INSERT INTO desktop_session (node_id, session_key, kind, host_user, display, started_at)
     SELECT id, 'c1', 'logind', 'ann', ':1', now() FROM node WHERE kind = 'desktop'`,
  );
  const { result } = await platform.call(viewer, cluster.work, {});
  expect(result).toEqual({ runningJobs: 0, waitingJobs: 0, sessions: 1 });
});

it.each([cluster.alertRules, cluster.work])('is for those who see hosts: %#', async (endpoint) => {
  const { code } = await platform.call(stranger, endpoint, {});
  expect(code).toBe(403);
});
