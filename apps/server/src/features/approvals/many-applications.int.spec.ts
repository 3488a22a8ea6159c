import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { approvalRequestedNotice, endpoints } from '@clusterdesk/contracts';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecRunningWork } from '@clusterdesk/tests/features/running-work-fixture.js';
import { noteStatements } from '@clusterdesk/tests/server/statements.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { Postgres } from '../../platform/database/postgres.js';
import { FileSpace } from '../../platform/file-space/file-space.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';

const { approvals, notifications } = endpoints;
/** Ten people's, so that the first of each comes beside those of nine others. */
const count = isLongRun ? 200 : 80;
/** How many of them meet the same race. */
const rounds = isLongRun ? 20 : 5;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let admin: SpecUser;
let members: SpecUser[];
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  admin = await spec.addUser('admin2');
  members = await Promise.all(
    Array.from({ length: count / 8 }, (_, index) => spec.addUser(`member${index}`)),
  );
  ({ id: projectId } = await spec.add(owner, { admin, members }));
  for (let index = 0; index < count; index += 1) {
    await spec.write(projectId, `/files/${index}.txt`, String(index));
  }
});
afterAll(() => platform.close());

it('applications that come at the same time are all kept and all announced', async () => {
  const published = jest.spyOn(platform.get(Realtime), 'publish');
  const { pool } = platform.get(Postgres);
  const waiting: number[] = [];
  const look = (): void => void waiting.push(pool.waitingCount);
  pool.on('acquire', look);
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      spec.apply(members[index % members.length] ?? admin, projectId, [`/files/${index}.txt`]),
    ),
  );
  pool.off('acquire', look);
  // Who waits for a turn leaves the connections to others, which would be refused after 3 s. All calls come at once, so many may
  // wait for a moment; with connections held in the queue for a turn, half of all calls would wait most of the time.
  const usually = waiting.sort((a, b) => a - b)[Math.floor(waiting.length / 2)];
  expect(usually).toBeLessThan(count / 8);
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
  // Besides: that the administrator was added, and made that.
  expect(result.totalElements).toBe(count + 2);
});

it('two deciders at the same time: one wins each, the other is told', async () => {
  const { result } = await platform.call(admin, approvals.list, { me: '2', pageSize: rounds });
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

it('yes, no, revocation, withdrawal and use at the same time: in whatever order, each is said once', async () => {
  const [applicant = admin] = members;
  const { result } = await platform.call(applicant, approvals.list, { me: '1', pageSize: 50 });
  const pending = result.data.filter(({ status }) => status === 0).slice(0, rounds);
  expect(pending.length).toBeGreaterThan(rounds / 2);
  for (const { id } of pending) {
    await platform.query('TRUNCATE audit_log');
    const answers = await Promise.all([
      ...[owner, admin].flatMap((by) => [
        platform.call(by, approvals.agree, { id, status: '1' }),
        platform.call(by, approvals.revoke, { id }),
        platform.call(by, approvals.agree, { id, status: '2' }),
      ]),
      platform.call(applicant, approvals.withdraw, { id }),
      platform.call(applicant, approvals.download, { id, async: false }),
    ]);
    const [yes, revoked, no, yesToo, revokedToo, noToo, withdrawn, taken] = answers.map(
      ({ success }) => success,
    );
    const isApproved = yes || yesToo;
    expect([yes, yesToo, no, noToo, withdrawn].filter(Boolean)).toHaveLength(1);
    expect([revoked, revokedToo, taken].filter(Boolean).length).toBeLessThan(isApproved ? 2 : 1);
    const row = await platform.call(applicant, approvals.detail, { id });
    const isOpen = isApproved && !revoked && !revokedToo;
    expect(row.result.application).toMatchObject({ status: isOpen ? 1 : 2, canDownload: isOpen });
    // Decisions have a target in the log; fetching what was approved decides nothing.
    const logged = await platform.query('SELECT FROM audit_log WHERE target_id IS NOT NULL');
    expect(logged).toHaveLength(answers.slice(0, -1).filter(({ success }) => success).length);
  }
});

it('what was approved is taken often, or revoked once, whatever comes at the same time', async () => {
  const [, , applicant = admin] = members;
  const { result } = await platform.call(applicant, approvals.list, { me: '1', pageSize: 50 });
  const ended = { revoked: 0, taken: 0 };
  for (const { id } of result.data.filter(({ status }) => status === 0).slice(0, rounds)) {
    await spec.approve(owner, id);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === ended.taken % 2
          ? platform.call(index % 3 === 0 ? owner : admin, approvals.revoke, { id })
          : platform.call(applicant, approvals.download, { id, async: false }),
      ),
    );
    const done = answers.filter(({ success }) => success);
    const revoked = done.filter(({ result: of }) => typeof of !== 'string').length;
    expect([revoked, done.length - revoked]).toEqual(revoked > 0 ? [1, 0] : [0, 6]);
    ended[revoked > 0 ? 'revoked' : 'taken'] += 1;
  }
  expect(ended.revoked + ended.taken).toBeGreaterThan(rounds / 2);
});

it('one user’s are looked at one after the other, so that nobody else waits for all of them', async () => {
  let open = 0;
  let most = 0;
  const openRead = FileSpace.prototype.openRead;
  const reading = jest.spyOn(FileSpace.prototype, 'openRead').mockImplementation(async function (
    this: FileSpace,
    ...file
  ) {
    open += 1;
    most = Math.max(most, open);
    try {
      return await openRead.apply(this, file);
    } finally {
      open -= 1;
    }
  });
  const [, applicant = admin] = members;
  await Promise.all(Array.from({ length: 6 }, () => spec.apply(applicant, projectId, ['/files'])));
  expect(reading).toHaveBeenCalledTimes(6 * count);
  expect(most).toBe(8);
  most = 0;
  const { result } = await platform.call(applicant, approvals.list, { me: '1', pageSize: 1 });
  const id = result.data[0]?.id ?? '';
  const evidence = Array.from({ length: 10 }, () =>
    platform.call(applicant, approvals.files, { id, pageSize: 1000 }),
  );
  const codes = (await Promise.all(evidence)).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(9);
  expect(codes.filter((code) => code === 429)).toHaveLength(1);
  expect(most).toBe(8);
  reading.mockRestore();
});

it('between the yes and the bytes each file is opened twice, and each row loaded twice', async () => {
  const some = 300;
  const [, , , applicant = admin] = members;
  for (let index = 0; index < some; index += 1) {
    await spec.write(projectId, `/more/${index % 7}/${index}.txt`, String(index));
  }
  const { id } = await spec.apply(applicant, projectId, ['/more']);
  const opened = jest.spyOn(FileSpace.prototype, 'openRead');
  const asked = noteStatements(/application_file|package_entry/);
  await spec.approve(owner, id);
  // When it is decided: what is approved is what was applied for.
  expect(opened).toHaveBeenCalledTimes(some);
  const rows = (): number => asked.list.reduce((sum, statement) => sum + statement.rows, 0);
  expect(rows()).toBe(some);
  const { result } = await platform.call(applicant, approvals.download, { id, async: true });
  expect(opened).toHaveBeenCalledTimes(some);
  expect(rows()).toBeLessThan(some + 10);
  // And when bytes are read: what leaves is what was approved.
  expect(await new SpecRunningWork(platform).pack(result)).toBe('ready');
  expect(opened).toHaveBeenCalledTimes(2 * some);
  expect(rows()).toBeLessThan(2 * some + 10);
  asked.stop();
  opened.mockRestore();
});
