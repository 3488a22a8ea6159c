import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import {
  approvalGrantedNotice,
  endpoints,
  type ApplicationRow,
  type PackageState,
} from '@clusterdesk/contracts';
import { TestPlatform, type ChildName } from '../support/platform/platform.js';
import {
  addProject,
  applyFor,
  ProjectPeople,
  putInProject,
  type Person,
} from '../support/browser/project-people.js';
import { isLongRun } from '../support/long-run.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(180_000);

const { approvals, downloads, notifications } = endpoints;
/** Large enough that packing it can be interrupted. */
const large = Uint8Array.from(randomBytes(40_000_000));

let platform: TestPlatform;
let owner: Person;
let member: Person;
let projectId: string;
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-approval-'));
  platform = await TestPlatform.start();
  const people = new ProjectPeople(platform);
  owner = await people.add('owner', '王芳');
  member = await people.add('member', '李明');
  projectId = (await addProject(owner.client, 'project', [member])).id;
});
afterAll(async () => {
  await platform.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A pending application for a folder with a small file and what else is given. */
async function apply(
  name: string,
  files: Record<string, Uint8Array<ArrayBuffer>> = {},
): Promise<ApplicationRow> {
  for (const [file, content] of Object.entries({ '结果.txt': name, ...files })) {
    await putInProject(owner.client, projectId, `/${name}/${file}`, content);
  }
  return applyFor(member.client, projectId, [`/${name}`]);
}

const agree = (id: string) => owner.client.call(approvals.agree, { id, status: '1' });

const find = async (id: string): Promise<ApplicationRow> =>
  (await member.client.expectOk(approvals.detail, { id })).result.application;

/** How often something was written down about it. */
async function countOf(id: string): Promise<{ votes: number; notices: number; rows: number }> {
  const [row] = await platform.query(
    `SELECT (SELECT count(*)::int FROM application_vote WHERE application_id = $1) AS votes,
       (SELECT count(*)::int FROM notification
        WHERE kind = $2 AND payload->>'applicationId' = $1::text) AS notices,
       (SELECT count(*)::int FROM audit_log
        WHERE target_id = $1::text AND method_name = $3) AS rows`,
    [id, approvalGrantedNotice.kind, approvals.agree.path],
  );
  return row as { votes: number; notices: number; rows: number };
}

/** Waits for the package of an application, however often the server is away meanwhile. */
async function packed(id: string, meanwhile: () => Promise<void>): Promise<string> {
  const { result } = await member.client.expectOk(approvals.download, { id, async: true });
  const { packageId } = result as PackageState;
  await meanwhile();
  return waitFor(
    'the package',
    async () => {
      const state = await member.client.call(downloads.packageState, { packageId });
      if (state.result.state === 'failed') {
        throw new Error(String(state.result.message));
      }
      return state.result.state === 'ready' ? state.result.token : null;
    },
    60_000,
    100,
  );
}

async function fetchZip(token: string, name: string): Promise<(path: string) => Buffer> {
  const url = `${platform.url}/api/project/download?path=${encodeURIComponent(token)}`;
  const zip = join(dir, `${name}.zip`);
  writeFileSync(zip, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return (path) =>
    execFileSync('unzip', ['-p', zip, path], {
      maxBuffer: 2 * large.length,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
}

const victims: [string, ChildName[]][] = [
  ['server and worker', ['server', 'worker']],
  ['database', ['database']],
  // Each alone leaves more alive than both together.
  ...(isLongRun
    ? ([
        ['server', ['server']],
        ['worker', ['worker']],
      ] satisfies [string, ChildName[]][])
    : []),
];
const kill = (names: readonly ChildName[]) =>
  Promise.all(names.map((name) => platform.killAndWait(name)));

describe.each(victims)('kill -9 of the %s', (what, names) => {
  test('between the decision and the download loses nothing', async () => {
    const name = what.replaceAll(' ', '-');
    const { id } = await apply(name, { large });
    expect(await agree(id)).toMatchObject({ code: 200 });
    await kill(names);
    expect(await find(id)).toMatchObject({ status: 1, canDownload: true });
    expect(await countOf(id)).toEqual({ votes: 1, notices: 1, rows: 1 });
    const { result } = await member.client.expectOk(notifications.list, {});
    expect(result.content.map(({ kind }) => kind)).toContain(approvalGrantedNotice.kind);
    // What came later is not in it, whoever packs.
    await putInProject(owner.client, projectId, `/${name}/later.txt`, 'later');
    const token = await packed(id, async () => {
      await kill(names);
    });
    const read = await fetchZip(token, name);
    expect(read(`${name}/结果.txt`).toString()).toBe(name);
    expect(read(`${name}/large`).equals(large)).toBe(true);
    expect(() => read(`${name}/later.txt`)).toThrow();
  });
});

/** Begins something that writes to a table, which waits, and strikes meanwhile. @returns what was begun */
async function whileWritingTo<T>(
  table: string,
  begin: () => Promise<T>,
  strike: () => Promise<unknown>,
): Promise<T> {
  const holder = new Client({ connectionString: platform.databaseUrl });
  await holder.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    const begun = begin();
    const isAwaited = async () =>
      (
        await holder.query('SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted', [
          table,
        ])
      ).rowCount;
    await waitFor(`a row for ${table}`, async () => (await isAwaited()) !== 0, 60_000, 5);
    await strike();
    return await begun;
  } finally {
    await holder.end();
  }
}

/** What a decision writes, the last of it first. */
const written = ['audit_log', 'notification', 'application_vote'];

describe('kill -9 of the server while it decides', () => {
  test.each(isLongRun ? written : written.slice(0, 1))(
    'and writes to %s, leaves an application that is pending, and nothing of the decision',
    async (table) => {
      const { id } = await apply(`while-${table}`);
      const answer = await whileWritingTo(
        table,
        () => agree(id).catch(() => null),
        () => platform.kill('server'),
      );
      expect(answer).toBeNull();
      await waitFor('the server to be ready again', () => platform.isReady());
      expect((await find(id)).status).toBe(0);
      expect(await countOf(id)).toEqual({ votes: 0, notices: 0, rows: 0 });
      expect((await agree(id)).code).toBe(200);
      expect((await agree(id)).code).toBe(409);
      expect(await countOf(id)).toEqual({ votes: 1, notices: 1, rows: 1 });
    },
  );
});
