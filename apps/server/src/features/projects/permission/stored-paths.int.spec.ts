import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectEntriesRepository } from './project-entries.repository.js';
import { ProjectPermissions } from './project-permissions.service.js';

let platform: SpecPlatform;
let projectId: string;
let people: SpecUser[];

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  const spec = new SpecProjects(platform);
  const owner = await spec.addUser('owner');
  const member = await spec.addUser('member');
  people = [member, await spec.addUser('another'), await spec.addUser('nobody')];
  ({ id: projectId } = await spec.add(owner, { members: people.slice(0, 2) }));
});
afterAll(() => platform.close());

const name = fc.constantFrom('a', 'b', '数据', 'b (2)', 'c.txt', 'c (10).txt');
const path = fc.array(name, { minLength: 0, maxLength: 4 }).map((names) => `/${names.join('/')}`);
const known = fc.record({
  path,
  switches: fc.option(fc.integer({ min: 0, max: 511 })),
  /** Of the people; one too many: nobody is known. */
  put: fc.option(fc.integer({ min: 0, max: 3 })),
});
const manyOpen = fc.option(known.map((one) => ({ ...one, path: '/', switches: 511 })));

it('are decided in PostgreSQL as one by one, whatever is known of them and of their folders', async () => {
  const entries = platform.get(ProjectEntriesRepository);
  const permissions = platform.get(ProjectPermissions);
  await fc.assert(
    fc.asyncProperty(
      fc.array(known, { maxLength: 6 }),
      manyOpen,
      fc.array(path, { maxLength: 6 }),
      fc.option(path.filter((one) => one !== '/')),
      fc.constantFrom('view' as const, 'download' as const, 'edit' as const),
      async (facts, top, paths, unsettled, right) => {
        await platform.query('DELETE FROM project_entry');
        await platform.query('DELETE FROM space_operation');
        await platform.dataSource.transaction(async (manager) => {
          for (const fact of top ? [...facts, top] : facts) {
            if (fact.switches !== null) {
              await entries.save(manager, projectId, fact.path, fact.switches, null);
            }
            if (fact.put !== null) {
              const by = people[fact.put]?.id ?? null;
              await entries.notePut(manager, projectId, by, [fact.path]);
            }
          }
        });
        if (unsettled) {
          await platform.query(
            `INSERT INTO space_operation (space, space_id, steps, due_at) VALUES ('project', $1, $2, now())`,
            [projectId, JSON.stringify([{ kind: 'remove', path: unsettled, trashId: 't' }])],
          );
        }
        const stored = {
          sql: 'SELECT jsonb_array_elements_text($1::jsonb) AS path',
          id: JSON.stringify(paths),
        };
        for (const { id } of people) {
          const project = await platform.get(ProjectAccessRepository).find(projectId, id);
          if (!project) {
            throw new Error('The project is gone.');
          }
          const decisions = await permissions.decide(project, id, paths);
          const closed = paths.filter((_, index) => decisions[index]?.[right] !== true);
          const found = await permissions.findClosed(project, id, right, stored);
          expect(closed.length === 0 ? [null] : closed).toContain(found);
        }
      },
    ),
    { numRuns: 60 },
  );
});
