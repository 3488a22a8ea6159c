import { expect } from '@jest/globals';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import type { ApiClient } from '../platform/api-client.js';
import { makeBackup } from '../server/made-backup.js';
import type { TestServer } from '../server/test-server.js';

const { backups, menus, settings } = endpoints;

/** A call to be made, and what its row is about. */
export interface Decision {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  target: { type: string; id: unknown; name: unknown };
  details: unknown;
}

/** What the suite has made, and the number of the test that runs. */
interface Made {
  server: TestServer;
  admin: ApiClient;
  count: number;
}

/** A backup that nobody has taken yet, in the place of any there was. */
async function newBackup({ server, admin }: Made): Promise<string> {
  await server.query('DELETE FROM backup');
  return (await admin.expectOk(backups.add, {})).result.id;
}

/** Of a backup, which is called by its time. */
const backupTarget = (id: unknown = expect.any(String)): Decision['target'] => ({
  type: 'backup',
  id,
  name: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
});

/** What is decided of the whole platform; each makes what it is about. */
export const platformDecisions = (made: () => Made): Record<string, () => Promise<Decision>> => ({
  'another value of a setting': () => {
    const trashDays = 100 + made().count;
    return Promise.resolve({
      endpoint: settings.save,
      input: { changes: { trashDays } },
      target: { type: 'setting', id: 'trashDays', name: 'trashDays' },
      details: expect.objectContaining({ after: trashDays }),
    });
  },
  'moving a menu within its list': async () => {
    const menu = { menuName: `menu${made().count}`, menuUrl: '/page', menuType: 1 as const };
    const { id } = (await made().admin.expectOk(menus.save, menu)).result;
    return {
      endpoint: menus.shift,
      input: { id, direction: 'up' },
      target: { type: 'menu', id, name: menu.menuName },
      details: {
        before: { position: expect.any(Number) },
        after: { position: expect.any(Number) },
      },
    };
  },
  'taking a backup': async () => {
    await made().server.query('DELETE FROM backup');
    return {
      endpoint: backups.add,
      input: { withFiles: true },
      target: backupTarget(),
      details: { withFiles: true },
    };
  },
  'stopping a backup': async () => {
    const id = await newBackup(made());
    return { endpoint: backups.cancel, input: { id }, target: backupTarget(id), details: null };
  },
  'proving a backup': async () => {
    await made().server.query('DELETE FROM backup');
    const { id } = await makeBackup(made().server);
    return { endpoint: backups.prove, input: { id }, target: backupTarget(id), details: null };
  },
});
