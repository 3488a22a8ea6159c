import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { addManyEntries } from '@clusterdesk/tests/features/many-project-entries.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { ProjectEntriesRepository } from './project-entries.repository.js';

/** Enough for a second query to show; how long ten thousand take is asked by `tests/long/project-many`. */
const entries = 500;
const saved = 50;

let platform: SpecPlatform;
let member: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ({ member, projectId } = await addManyEntries(platform, entries, saved));
});
afterAll(() => platform.close());

it('a folder of many entries with many saved switches is decided by one query for all of them', async () => {
  const asked = jest.spyOn(ProjectEntriesRepository.prototype, 'listAt');
  const input = { projectId, path: '/many' };
  const summary = await platform.call(member, endpoints.projectFiles.summary, input);
  expect(summary.result.total).toBe(entries - saved);
  // The folder, then everything in it; those above them come with them.
  expect(asked.mock.calls.map(([, paths]) => paths.length)).toEqual([1, entries]);
  asked.mockRestore();
});
