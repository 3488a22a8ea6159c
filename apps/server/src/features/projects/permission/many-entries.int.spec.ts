import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/spec-projects.js';
import { ProjectEntriesRepository } from './project-entries.repository.js';
import { toSwitches } from './switches.js';

const { projectFiles } = endpoints;
const entries = 10_000;
const saved = 1_000;

jest.setTimeout(120_000);

let platform: SpecPlatform;
let member: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  const spec = new SpecProjects(platform);
  const owner = await spec.addUser('owner');
  member = await spec.addUser('member');
  ({ id: projectId } = await spec.add(owner, { members: [member] }));
  const folder = spec.path(projectId, '/many');
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < entries; index += 1) {
    await writeFile(`${folder}/${String(index).padStart(5, '0')}.txt`, '');
  }
  const repository = platform.get(ProjectEntriesRepository);
  const hidden = toSwitches({
    ...{ userView: true, userEdit: true, userDownload: true },
    ...{ groupView: false, groupEdit: false, groupDownload: false },
    ...{ otherView: false, otherEdit: false, otherDownload: false },
  });
  await platform.get(DataSource).transaction(async (manager) => {
    for (let index = 0; index < saved; index += 1) {
      const path = `/many/${String(index * 10).padStart(5, '0')}.txt`;
      await repository.save(manager, projectId, path, hidden, owner.id);
    }
  });
}, 120_000);
afterAll(() => platform.close());

it('a folder of many entries with many saved switches is decided by one query for all of them', async () => {
  const asked = jest.spyOn(ProjectEntriesRepository.prototype, 'listAt');
  const summary = await platform.call(member, projectFiles.summary, { projectId, path: '/many' });
  expect(summary.result.total).toBe(entries - saved);
  // The folder itself, then everything in it.
  expect(asked.mock.calls.map(([, paths]) => paths.length)).toEqual([3 - 1, entries + 2]);
  asked.mockRestore();
});

it('its pages come quickly', async () => {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const begun = performance.now();
    const input = { projectId, path: '/many', pageNum: round, size: 200 };
    const { result } = await platform.call(member, projectFiles.list, input);
    times.push(performance.now() - begun);
    expect(result).toHaveLength(200);
  }
  const median = times.sort((one, other) => one - other)[4] ?? Infinity;
  expect(median).toBeLessThan(400);
});
