import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { endpoints } from '@clusterdesk/contracts';
import {
  addManyEntries,
  manyEntries,
  manySaved,
} from '../support/features/many-project-entries.js';
import { medianMs } from '../support/speed/median-ms.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';

const { projectFiles } = endpoints;

/** Measured beside other suites with a load of four on two processors: 99 ms for a page, 215 ms for all. */
const pageMs = 200;
const allMs = 400;

let platform: SpecPlatform;
let member: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ({ member, projectId } = await addManyEntries(platform));
});
afterAll(() => platform.close());

test('a page of a folder of 10,000 entries with 1,000 saved switches', async () => {
  const input = { projectId, path: '/many', pageNum: 20, size: 200 };
  const { result } = await platform.call(member, projectFiles.list, input);
  expect(result).toHaveLength(200);
  const ms = await medianMs(() => platform.call(member, projectFiles.list, input));
  expectAtMost('a page of a folder of 10,000 entries', ms, pageMs);
});

test('all that a member may see of it', async () => {
  const input = { projectId, path: '/many' };
  const { result } = await platform.call(member, projectFiles.list, input);
  expect(result).toHaveLength(manyEntries - manySaved);
  const ms = await medianMs(() => platform.call(member, projectFiles.list, input));
  expectAtMost('all of a folder of 10,000 entries', ms, allMs);
});
