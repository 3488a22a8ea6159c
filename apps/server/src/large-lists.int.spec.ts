import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { projectPages, SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { noteStatements, type Statement } from '@clusterdesk/tests/server/statements.js';

const { approvals, projects } = endpoints;
const many = 5_000;

let platform: SpecPlatform;
let user: SpecUser;

/** Others have many projects and applications; the user has a few of each kind. */
beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  const spec = new SpecProjects(platform);
  user = await platform.addUser('user', projectPages);
  const owner = await spec.addUser('owner');
  const other = await spec.addUser('other');
  await spec.add(owner, { admin: user });
  await spec.add(owner, { members: [user] });
  const { id } = await spec.add(user, { members: [owner] });
  await platform.query(
    `INSERT INTO project (project_name, owner_id, admin_id, approval_days)
     SELECT 'p' || n, $1, $1, 7 FROM generate_series(1, ${many}) AS n`,
    [other.id],
  );
  await platform.query(
    `INSERT INTO project_member (project_id, user_id) SELECT id, $1 FROM project WHERE owner_id = $1`,
    [other.id],
  );
  const apply = `INSERT INTO download_application (project_id, user_id, status, entries, files, bytes)`;
  await platform.query(
    `${apply} SELECT id, $1, n % 3, 1, 1, 1 FROM project, generate_series(1, 3) AS n WHERE owner_id = $1`,
    [other.id],
  );
  await platform.query(`${apply} SELECT $1, $2, n % 3, 1, 1, 1 FROM generate_series(1, 6) AS n`, [
    id,
    owner.id,
  ]);
  await platform.query('ANALYZE');
});
afterAll(() => platform.close());

it.each([
  ['projects of a user', () => platform.call(user, projects.list, { me: '1' }), 2],
  ['projects a user is in', () => platform.call(user, projects.list, { me: '2' }), 1],
  ['all projects of a user', () => platform.call(user, projects.list, { me: '3' }), 3],
  ['applications of a user', () => platform.call(user, approvals.list, { me: '1' }), 0],
  ['applications for a user', () => platform.call(user, approvals.list, { me: '2' }), 2],
  ['all applications of a user', () => platform.call(user, approvals.list, { me: '3' }), 6],
])('%s are found by indexes, however many others have', async (_, call, total) => {
  const asked = noteStatements(/^\s*SELECT .* FROM (project|download_application)\b/s);
  const { result } = await call();
  asked.stop();
  expect(result.total).toBe(total);
  expect(asked.list.length).toBeGreaterThan(1);
  for (const statement of asked.list) {
    expect(await planOf(statement)).not.toMatch(/Seq Scan on (project|download_application)\b/);
  }
});

async function planOf({ text, values }: Statement): Promise<string> {
  const plan = await platform.query(`EXPLAIN ${text}`, values);
  return plan.map((row) => String(row['QUERY PLAN'])).join('\n');
}
