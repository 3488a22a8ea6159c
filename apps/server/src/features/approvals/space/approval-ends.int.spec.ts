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
import { rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { endpoints, type ApplicationRow } from '@clusterdesk/contracts';
import { largeBytes, SpecRunningWork } from '@clusterdesk/tests/features/running-work-fixture.js';
import { DataSource } from 'typeorm';
import { waitForLockWaiter } from '@clusterdesk/tests/server/lock-waiters.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { nothingAllowed, SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';

const { approvals, projects } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let work: SpecRunningWork;
let owner: SpecUser;
let admin: SpecUser;
let member: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  work = new SpecRunningWork(platform);
  owner = await spec.addUser('owner');
  admin = await spec.addUser('admin2');
  member = await spec.addUser('member');
});

afterAll(() => platform.close());

beforeEach(async () => {
  projectId = (await spec.add(owner, { admin, members: [member] })).id;
  await spec.write(projectId, '/large', '');
  await truncate(spec.path(projectId, '/large'), largeBytes);
  await spec.write(projectId, '/data/one.txt', 'one');
  await spec.write(projectId, '/data/two.txt', 'two');
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function approved(path: string): Promise<string> {
  const { id } = await spec.apply(member, projectId, [path]);
  await spec.approve(owner, id);
  return id;
}

const take = (id: string, isAsync = false) =>
  platform.call(member, approvals.download, { id, async: isAsync });
const rowOf = async (id: string): Promise<ApplicationRow> =>
  (await platform.call(member, approvals.detail, { id })).result.application;
const done = async (answer: Promise<{ success: boolean }>): Promise<void> => {
  expect(await answer).toMatchObject({ success: true });
};

/** Every way in which an approval ends once it is used, and what its ticket gives then. */
const ends: [string, number, () => Promise<void>][] = [
  [
    'its time is over',
    403,
    async () => {
      await platform.query(
        "UPDATE download_application SET expires_at = now() - interval '1 s' WHERE project_id = $1",
        [projectId],
      );
      // The check that comes every ten seconds, too.
      await platform.get(RunningWork).recheck();
    },
  ],
  [
    'who applied is taken out of the project',
    403,
    () => done(platform.call(owner, projects.removeUser, { projectId, userId: member.id })),
  ],
  [
    'who applied is taken out of the project and comes back',
    403,
    async () => {
      await done(platform.call(owner, projects.removeUser, { projectId, userId: member.id }));
      await done(platform.call(owner, projects.addUsers, { projectId, userId: member.id }));
    },
  ],
  [
    'the project is deleted',
    404,
    () => done(platform.call(owner, projects.remove, { id: projectId })),
  ],
  [
    'who applied may not see it any more',
    403,
    () => spec.save(owner, projectId, '/', nothingAllowed),
  ],
];

describe.each(ends)('when %s', (_, answer, end) => {
  it('a download of what was approved breaks off', async () => {
    const { result } = await take(await approved('/large'));
    await work.expectDownloadToBreak(result, end, answer);
  });

  it('a package of it is not finished', async () => {
    const { result } = await take(await approved('/data'), true);
    await work.expectPackageToFail(member, result, end);
  });
});

describe('an approval', () => {
  it('whose time is over gives nothing, and says so', async () => {
    const id = await approved('/data');
    await platform.query('UPDATE download_application SET expires_at = now() WHERE id = $1', [id]);
    expect(await take(id)).toMatchObject({
      code: 403,
      result: { error: 'APPROVAL_NOT_GRANTED' },
    });
    expect(await rowOf(id)).toMatchObject({ ending: 'expired', canDownload: false });
    // It had its end before he left.
    await done(platform.call(owner, projects.removeUser, { projectId, userId: member.id }));
    expect(await rowOf(id)).toMatchObject({ ending: 'expired', canDownload: false });
  });

  it('is over while its project is deleted, and there again with it', async () => {
    const id = await approved('/data');
    await done(platform.call(owner, projects.remove, { id: projectId }));
    expect(await rowOf(id)).toMatchObject({ ending: 'projectDeleted', canDownload: false });
    await done(platform.call(owner, projects.restore, { id: projectId }));
    expect(await rowOf(id)).toMatchObject({ ending: null, canDownload: true });
  });

  it('is not given for what has changed: who decides hears what he can do', async () => {
    const { id } = await spec.apply(member, projectId, ['/data']);
    await spec.write(projectId, '/data/two.txt', 'other');
    const answer = await platform.call(owner, approvals.agree, { id, status: '1' });
    expect(answer).toMatchObject({ code: 409, result: { error: 'APPROVAL_CONTENT_CHANGED' } });
    expect(answer.message).toContain('Reject it');
    await done(platform.call(owner, approvals.agree, { id, status: '2' }));
  });

  it('is either taken or revoked, however close together', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await approved('/data/one.txt');
      const [taken, revoked] = await Promise.all([
        take(id),
        platform.call(owner, approvals.revoke, { id }),
      ]);
      expect([taken.success, revoked.success].filter(Boolean)).toHaveLength(1);
      expect((await rowOf(id)).status).toBe(taken.success ? 1 : 2);
    }
  });

  it('is not left to who is taken out in the moment of the yes', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await spec.apply(member, projectId, ['/data/one.txt']);
      await Promise.all([
        platform.call(owner, approvals.agree, { id, status: '1' }),
        platform.call(admin, projects.removeUser, { projectId, userId: member.id }),
      ]);
      expect(await rowOf(id)).toMatchObject({ status: 2, ending: 'left', canDownload: false });
      await done(platform.call(owner, projects.addUsers, { projectId, userId: member.id }));
      expect((await take(id)).code).toBe(403);
    }
  });

  it('is not for who was the administrator to give', async () => {
    const { id } = await spec.apply(member, projectId, ['/data/one.txt']);
    await done(platform.call(owner, projects.setAdmin, { id: projectId, userId: owner.id }));
    expect(await platform.call(admin, approvals.agree, { id, status: '1' })).toMatchObject({
      code: 404,
    });
    expect((await rowOf(id)).status).toBe(0);
  });

  it('is not decided by its applicant, who has become the administrator since', async () => {
    const { id } = await spec.apply(member, projectId, ['/data/one.txt']);
    await done(platform.call(owner, projects.setAdmin, { id: projectId, userId: member.id }));
    for (const status of ['1', '2'] as const) {
      expect(await platform.call(member, approvals.agree, { id, status })).toMatchObject({
        code: 403,
        result: { error: 'APPROVAL_OWN' },
      });
    }
    expect((await rowOf(id)).status).toBe(0);
  });

  it('is not refused by who stops being the administrator in that moment', async () => {
    await done(platform.call(owner, projects.setAdmin, { id: projectId, userId: admin.id }));
    const { id } = await spec.apply(member, projectId, ['/data/one.txt']);
    const runner = platform.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('UPDATE project SET admin_id = owner_id WHERE id = $1', [projectId]);
      const refused = platform.call(admin, approvals.agree, { id, status: '2' });
      await waitForLockWaiter(platform);
      await runner.commitTransaction();
      expect(await refused).toMatchObject({ code: 403 });
    } finally {
      await runner.release();
    }
    expect((await rowOf(id)).status).toBe(0);
  });
});

/** The file in the place of another that was approved: of its size and time, but another. */
async function forge(path: string): Promise<string> {
  const { atime, mtime } = await stat(path);
  await writeFile(`${path}.new`, 'evi');
  await utimes(`${path}.new`, atime, mtime);
  return `${path}.new`;
}

/** What may lie under an approved name when it is fetched. */
const swaps: [string, (path: string) => Promise<void>][] = [
  ['a file of the same size and time', async (path) => rename(await forge(path), path)],
  [
    'a link to such a file',
    async (path) => {
      const other = await forge(path);
      await rm(path);
      await symlink(other, path);
    },
  ],
  [
    'a folder on its way that is a link to another',
    async (path) => {
      const folder = path.slice(0, path.lastIndexOf('/'));
      await rename(folder, `${folder}.old`);
      await spec.write(projectId, '/other/one.txt', 'evi');
      await spec.write(projectId, '/other/two.txt', 'two');
      await symlink(spec.path(projectId, '/other'), folder);
    },
  ],
  ['nothing', (path) => rm(path)],
  ['the same file with more in it', (path) => writeFile(path, 'one and more')],
];

describe.each(swaps)('an approved name under which there is %s', (_, swap) => {
  const path = (): string => spec.path(projectId, '/data/one.txt');

  it('gives nothing when it is asked for', async () => {
    const [one, all] = [await approved('/data/one.txt'), await approved('/data')];
    await swap(path());
    expect(await take(one)).toMatchObject({ success: false });
    const asked = await take(all, true);
    expect(asked.success ? await work.pack(asked.result) : 'failed').toBe('failed');
  });

  it('gives nothing between the ticket and the bytes', async () => {
    const { result: token } = await take(await approved('/data/one.txt'));
    await swap(path());
    const { status, text } = await spec.fetch(token);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('evi');
  });

  it('is not packed when it came in the middle', async () => {
    const { result: asked } = await take(await approved('/data'), true);
    await work.build(member, asked, () => swap(path()));
    const packageId = asked === null || typeof asked === 'string' ? '' : asked.packageId;
    const { result } = await platform.call(member, endpoints.downloads.packageState, { packageId });
    // What was open already is what was approved.
    expect(['failed', 'ready']).toContain(result.state);
    if (result.state === 'ready') {
      expect(await spec.unpack(result.token, '/data/one.txt')).toBe('one');
    }
  });
});
