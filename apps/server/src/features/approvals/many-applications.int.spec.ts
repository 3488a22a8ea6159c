import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { approvalRequestedNotice, endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/spec-projects.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';

const { approvals, notifications } = endpoints;
const count = 200;

jest.setTimeout(120_000);

let platform: SpecPlatform;
let spec: SpecProjects;
let admin: SpecUser;
let members: SpecUser[];
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  const owner = await spec.addUser('owner');
  admin = await spec.addUser('admin2');
  members = await Promise.all(
    Array.from({ length: 10 }, (_, index) => spec.addUser(`member${index}`)),
  );
  ({ id: projectId } = await spec.add(owner, { admin, members }));
  for (let index = 0; index < count; index += 1) {
    await spec.write(projectId, `/files/${index}.txt`, String(index));
  }
}, 120_000);
afterAll(() => platform.close());

it('applications that come at the same time are all kept and all announced', async () => {
  const published = jest.spyOn(platform.get(Realtime), 'publish');
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      spec.apply(members[index % members.length] ?? admin, projectId, [`/files/${index}.txt`]),
    ),
  );
  const ids = made.map(({ id }) => id).sort();
  const list = await platform.call(admin, approvals.list, { me: '2', pageSize: 1000 });
  expect(list.result.total).toBe(count);
  expect(list.result.data.map(({ id }) => id).sort()).toEqual(ids);
  const told = published.mock.calls.flatMap(([event, to, payload]) =>
    event === 'approvalsChanged' && [to].flat().includes(audience.user(admin.id))
      ? [(payload as { applicationId: string }).applicationId]
      : [],
  );
  expect(told.sort()).toEqual(ids);
  published.mockRestore();
  const kept = await platform.query(
    `SELECT payload->>'applicationId' AS id FROM notification WHERE user_id = $1 AND kind = $2`,
    [admin.id, approvalRequestedNotice.kind],
  );
  expect(kept.map(({ id }) => id).sort()).toEqual(ids);
  const { result } = await platform.call(admin, notifications.list, {});
  // Two more say that he is in the project, and that he administers it.
  expect(result.totalElements).toBe(count + 2);
});

it('two deciders at the same time: one wins each, the other is told', async () => {
  const { result } = await platform.call(admin, approvals.list, { me: '2', pageSize: 20 });
  for (const { id } of result.data) {
    const answers = await Promise.all(
      [1, 2, 1, 2].map((status) =>
        platform.call(admin, approvals.agree, { id, status: status === 1 ? '1' : '2' }),
      ),
    );
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual([200, 409, 409, 409]);
    const votes = await platform.query('SELECT FROM application_vote WHERE application_id = $1', [
      id,
    ]);
    expect(votes).toHaveLength(1);
  }
});
