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

async function newMenu({ admin, count }: Made): Promise<Decision['target'] & { id: string }> {
  const menuName = `menu${count}`;
  const made = await admin.expectOk(menus.save, { menuName, menuUrl: '/page', menuType: 1 });
  return { type: 'menu', id: made.result.id, name: menuName };
}

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
  'adding a menu': () => {
    const menuName = `menu${made().count}`;
    return Promise.resolve({
      endpoint: menus.save,
      input: { menuName, menuUrl: '/page', menuType: 1 },
      target: { type: 'menu', id: expect.any(String), name: menuName },
      details: { before: null, after: expect.objectContaining({ menuUrl: '/page' }) },
    });
  },
  'editing a menu': async () => {
    const target = await newMenu(made());
    return {
      endpoint: menus.save,
      input: { id: target.id, menuName: target.name, menuUrl: '/other', menuType: 1 },
      target,
      details: {
        before: expect.objectContaining({ menuUrl: '/page' }),
        after: expect.objectContaining({ menuUrl: '/other' }),
      },
    };
  },
  'moving a menu within its list': async () => {
    const target = await newMenu(made());
    const position: unknown = expect.any(Number);
    return {
      endpoint: menus.shift,
      input: { id: target.id, direction: 'up' },
      target,
      details: { before: { position }, after: { position } },
    };
  },
  'deleting a menu': async () => {
    const target = await newMenu(made());
    return {
      endpoint: menus.remove,
      input: { id: target.id },
      target,
      details: { menus: [target.name] },
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
