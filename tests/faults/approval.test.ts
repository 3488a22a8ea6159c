import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
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

/** A pending application for a folder with a small and a large file. */
async function apply(name: string): Promise<ApplicationRow> {
  await putInProject(owner.client, projectId, `/${name}/结果.txt`, name);
  await putInProject(owner.client, projectId, `/${name}/large`, large);
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
  ['server', ['server']],
  ['worker', ['worker']],
  ['server and worker', ['server', 'worker']],
  ['database', ['database']],
];
const kill = (names: readonly ChildName[]) =>
  Promise.all(names.map((name) => platform.killAndWait(name)));

describe.each(victims)('kill -9 of the %s', (what, names) => {
  test('between the decision and the download loses nothing', async () => {
    const name = what.replaceAll(' ', '-');
    const { id } = await apply(name);
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

describe('kill -9 of the server while it decides', () => {
  test('leaves an application that is pending, or decided with all that belongs to it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await apply(`round-${round}`);
      const answer = agree(id).catch(() => null);
      await platform.killAndWait('server');
      await answer;
      const { status } = await find(id);
      const times = status === 1 ? 1 : 0;
      expect(await countOf(id)).toEqual({ votes: times, notices: times, rows: times });
      expect((await agree(id)).code).toBe(status === 1 ? 409 : 200);
      expect(await countOf(id)).toEqual({ votes: 1, notices: 1, rows: 1 });
    }
  });
});
