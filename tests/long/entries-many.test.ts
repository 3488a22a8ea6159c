import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecProjects } from '../support/features/projects-fixture.js';
import { expectAtMost } from '../support/speed/figures.js';
import { slowQuery } from '../support/server/slow-query.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { waitFor } from '../support/wait-for.js';

const { disk, projectFiles } = endpoints;

/** Folders in the folder, and entries in each: a million entries of which something is known. */
const [folders, entries] = [1_000, 1_000];
const callMs = 1_000;
/** To fill the tables, and to empty them. */
const longMs = 900_000;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let member: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  member = await spec.addUser('member');
  ({ id: projectId } = await spec.add(owner, { members: [member] }));
});
afterAll(() => platform.close());

/** Makes a million entries below a folder known. */
async function fill(space: 'project' | 'disk', spaceId: string, folder: string): Promise<void> {
  await slowQuery(
    platform,
    `WITH dir AS (
       INSERT INTO space_entry (parent_id, name)
       SELECT ensure_space_entry($1, $2, NULL, ARRAY[$3]), 'd' || n FROM generate_series(1, $4::int) n RETURNING id)
     INSERT INTO space_entry (parent_id, name) SELECT id, 'f' || n FROM dir, generate_series(1, $5::int) n`,
    [space, spaceId, folder, folders, entries],
  );
}

/** The ids of the million, as SQL. */
const million = `SELECT entry.id, row_number() OVER () AS n FROM space_entry AS entry
  JOIN space_entry AS dir ON dir.id = entry.parent_id
  WHERE dir.parent_id = ensure_space_entry($1, $2, NULL, ARRAY[$3])`;

async function timed(what: string, call: () => Promise<{ success: boolean }>): Promise<void> {
  const begin = performance.now();
  const { success } = await call();
  expectAtMost(what, performance.now() - begin, callMs);
  expect(success).toBe(true);
}

describe('a folder of a project with a million saved switches, half a million putters and files of applications', () => {
  const inProject = (): { projectId: string } => ({ projectId });
  const list = async (user: SpecUser, path: string): Promise<string[]> => {
    const { result } = await platform.call(user, projectFiles.list, { ...inProject(), path });
    return result.map((entry) => entry.path);
  };
  const names = (user: SpecUser): Promise<string[]> => list(user, '/');
  const rename = (name: string, newName: string): Promise<{ success: boolean }> =>
    platform.call(owner, projectFiles.rename, { ...inProject(), name, newName });

  beforeAll(async () => {
    await mkdir(spec.path(projectId, '/secret/d1'), { recursive: true });
    await mkdir(spec.path(projectId, '/box'));
    await spec.save(owner, projectId, '/secret', {});
    await spec.write(projectId, '/file.txt');
    const { id } = await spec.apply(member, projectId, ['/file.txt']);
    await fill('project', projectId, 'secret');
    const place = ['project', projectId, 'secret'];
    await slowQuery(
      platform,
      `INSERT INTO project_entry (entry_id, project_id, switches, put_by, put_at)
       SELECT id, $2::uuid, 511, CASE WHEN n % 2 = 0 THEN $4::uuid END, CASE WHEN n % 2 = 0 THEN now() END FROM (${million}) AS of`,
      [...place, member.id],
    );
    await slowQuery(
      platform,
      `INSERT INTO application_file (application_id, "position", project_id, applied_path, entry_id, size_bytes, modified_ms, identity)
         SELECT $4::uuid, n, $2::uuid, '/secret', id, 1, 1, '' FROM (${million}) AS of`,
      [...place, id],
    );
    await slowQuery(platform, 'ANALYZE');
  });

  test('is renamed, moved, deleted and restored in a second, and opens to nobody', async () => {
    expect(await names(member)).toEqual(['/box', '/file.txt']);
    await timed('renaming it', () => rename('/secret', 'plans'));
    expect(await names(member)).toEqual(['/box', '/file.txt']);
    await timed('moving it', () =>
      platform.call(owner, projectFiles.move, { ...inProject(), paths: ['/plans'], dir: '/box' }),
    );
    expect(await list(member, '/box')).toEqual([]);
    await timed('deleting it', () =>
      platform.call(owner, projectFiles.remove, { ...inProject(), paths: ['/box/plans'] }),
    );
    const { result } = await platform.call(owner, projectFiles.trash, inProject());
    const ids = result.data.map(({ id }) => id);
    await timed('restoring it', () =>
      platform.call(owner, projectFiles.restoreFromTrash, { ...inProject(), ids }),
    );
    expect(await list(member, '/box')).toEqual([]);
    // Far more is known below than can be looked at: who is no manager does not move it.
    const input = { ...inProject(), name: '/box', newName: 'mine' };
    expect((await platform.call(member, projectFiles.rename, input)).success).toBe(false);
  });

  test(
    'is given up for good in a second; its rows go little by little',
    async () => {
      await platform.call(owner, projectFiles.remove, { ...inProject(), paths: ['/box/plans'] });
      await timed('emptying the trash', () =>
        platform.call(owner, projectFiles.emptyTrash, inProject()),
      );
      const left = `SELECT count(*)::int AS left FROM project_entry WHERE project_id = $1`;
      await waitFor(
        'the rows to go',
        async () => Number((await platform.query(left, [projectId]))[0]?.['left']) < 10,
        600_000,
      );
    },
    longMs,
  );
});

test(
  'a folder of a disk with a million shared entries is renamed, and deleted, in a second',
  async () => {
    await mkdir(join(owner.home, 'data/d1'), { recursive: true });
    await fill('disk', owner.id, 'data');
    await platform.query(
      `INSERT INTO share (id, owner_id, share_type) SELECT 'many-' || n, $1, 1 FROM generate_series(1, 10000) n`,
      [owner.id],
    );
    await slowQuery(
      platform,
      `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory, entry_id)
     SELECT 'many-' || 1 + n % 10000, n, $2::uuid, '/data', false, id FROM (${million}) AS of`,
      ['disk', owner.id, 'data'],
    );
    await slowQuery(platform, 'ANALYZE');
    await timed('renaming it', () =>
      platform.call(owner, disk.rename, { path: '/data', newPath: '/moved' }),
    );
    const [row] = await platform.query(
      `SELECT path FROM shared_entry WHERE share_id = 'many-1' LIMIT 1`,
    );
    expect(row?.['path']).toMatch(/^\/moved\/d\d+\/f\d+$/);
    await timed('deleting it', () => platform.call(owner, disk.remove, { paths: ['/moved'] }));
  },
  longMs,
);
