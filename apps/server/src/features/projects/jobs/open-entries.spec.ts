import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { projectRights, type ProjectRight } from '@clusterdesk/contracts';
import { isWithin, joinPath } from '../../../platform/file-space/space-path.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import {
  decidePermission,
  type AccessRole,
  type KnownEntry,
} from '../permission/decide-permission.js';
import { bitOf, closedToAdding, defaultSwitches, type Switches } from '../permission/switches.js';
import { OpenEntries, TooScattered, type OpenEntry, type ViewFiles } from './open-entries.js';

const people = ['ann', 'bob', 'eve'] as const;

/** A random project: its files, and what is known of them. */
interface Project {
  entries: OpenEntry[];
  known: KnownEntry[];
}

const switchesOf: fc.Arbitrary<Switches> = fc
  .integer({ min: 0, max: 511 })
  .chain((nine) => fc.boolean().map((isClosed) => nine | (isClosed ? closedToAdding : 0)));

const projects: fc.Arbitrary<Project> = fc
  .array(
    fc.record({
      into: fc.nat(),
      isDirectory: fc.boolean(),
      putBy: fc.option(fc.constantFrom(...people, null), { nil: undefined }),
      switches: fc.option(fc.oneof(switchesOf, fc.constant(defaultSwitches)), { nil: null }),
    }),
    { maxLength: 14 },
  )
  .map((made) => {
    const entries: OpenEntry[] = [{ path: '/', isDirectory: true }];
    const known: KnownEntry[] = [];
    made.forEach(({ into, isDirectory, putBy, switches }, index) => {
      const folders = entries.filter((entry) => entry.isDirectory);
      const path = joinPath(folders[into % folders.length]?.path ?? '/', `e${index}`);
      entries.push({ path, isDirectory });
      if (putBy !== undefined || switches !== null) {
        known.push({ path, switches, wasPut: putBy !== undefined, putBy: putBy ?? null });
      }
    });
    return { entries, known };
  });

const filesOf = (entries: readonly OpenEntry[]): ViewFiles => ({
  list: (dir) =>
    Promise.resolve(
      entries.filter(
        ({ path }) => path !== '/' && (path.slice(0, path.lastIndexOf('/')) || '/') === dir,
      ),
    ),
  stat: (path) => Promise.resolve(entries.find((entry) => entry.path === path) ?? null),
});

const settled = { roots: new Set<string>(), has: () => false };

function may(
  { known }: Pick<Project, 'known'>,
  asker: { userId: string; accessRole: AccessRole },
  rights: readonly ProjectRight[],
  path: string,
): boolean {
  const chain = ancestorDirs(path)
    .reverse()
    .flatMap((at) => known.find((entry) => entry.path === at) ?? []);
  const decision = decidePermission(asker, chain);
  return rights.every((right) => decision[right]);
}

const askers = fc.record({
  userId: fc.constantFrom(...people),
  accessRole: fc.constantFrom<AccessRole>('manager', 'member', 'other'),
  othersMayAdd: fc.boolean(),
});
const someRights = fc.constantFrom<ProjectRight[]>(
  ['view'],
  ['view', 'download'],
  [...projectRights],
);

describe('what a job is shown of a project', () => {
  it('is all that its user may use, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(projects, askers, someRights, async (project, asker, rights) => {
        const open = new OpenEntries(asker, rights, { entries: project.known, unsettled: settled });
        const found = await open.find({ path: '/', isDirectory: true }, filesOf(project.entries));
        for (const { path, isDirectory } of project.entries) {
          const isShown = found.some((entry) => isWithin(path, entry.path));
          const isAllowed = may(project, asker, rights, path);
          // A folder of which only parts are shown is not an entry itself.
          expect({ path, isShown: isShown && !isAllowed }).toEqual({ path, isShown: false });
          expect({ path, isMissed: !isDirectory && isAllowed && !isShown }).toEqual({
            path,
            isMissed: false,
          });
        }
        // Each is said once.
        for (const { path } of found) {
          expect(found.filter((entry) => isWithin(path, entry.path))).toHaveLength(1);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('stays within the rights of its user whatever others put there by upload', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...[projects, askers, someRights, fc.constantFrom(...people), fc.nat()],
        async (project, one, rights, adder, into) => {
          const asker = { ...one, othersMayAdd: true };
          const open = new OpenEntries(asker, rights, {
            entries: project.known,
            unsettled: settled,
          });
          const found = await open.find({ path: '/', isDirectory: true }, filesOf(project.entries));
          const folders = project.entries.filter(
            ({ path, isDirectory }) => isDirectory && found.some((at) => isWithin(path, at.path)),
          );
          const folder = folders[into % Math.max(1, folders.length)];
          const isSelf = adder === asker.userId;
          for (const accessRole of ['member', 'other'] as const) {
            const chain = folder ? chainOf(project, folder.path) : [];
            if (folder && !isSelf && decidePermission({ userId: adder, accessRole }, chain).add) {
              const path = joinPath(folder.path, 'new');
              const put = { path, wasPut: true, putBy: adder, switches: null };
              const known = [...project.known, put];
              expect(may({ known }, asker, rights, path)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('leaves out what is moving', async () => {
    const entries = ['/', '/a', '/b'].map((path) => ({ path, isDirectory: true }));
    const roots = new Set(['/a']);
    const unsettled = { roots, has: (path: string) => isWithin(path, '/a') };
    const known = [{ path: '/', switches: 511, wasPut: false, putBy: null }];
    const asker = { userId: 'ann', accessRole: 'member', othersMayAdd: true } as const;
    const open = new OpenEntries(asker, ['view'], { entries: known, unsettled });
    const found = await open.find(entries[0]!, filesOf(entries));
    expect(found.map(({ path }) => path)).toEqual(['/b']);
    expect(open.mayUseWhole(entries[0]!)).toBe(false);
  });

  it('is no more than so many places, of no more than so many names', async () => {
    const files: ViewFiles = {
      list: (_, most) =>
        Promise.resolve(
          Array.from({ length: most }, (_one, index) => ({
            path: `/f${index}`,
            isDirectory: false,
          })),
        ),
      stat: () => Promise.resolve(null),
    };
    const root = { path: '/', isDirectory: true };
    const mine = [{ path: '/', switches: null, wasPut: true, putBy: 'ann' }];
    const asker = { userId: 'ann', accessRole: 'member', othersMayAdd: true } as const;
    const rights = ['view', 'download'] as const;
    const many = new OpenEntries(asker, rights, { entries: mine, unsettled: settled });
    await expect(many.find(root, files)).rejects.toThrow(TooScattered);
    const lonely = { ...asker, othersMayAdd: false };
    const alone = new OpenEntries(lonely, rights, { entries: mine, unsettled: settled });
    expect(await alone.find(root, files)).toEqual([root]);
    const few: ViewFiles = {
      ...files,
      list: () => Promise.resolve([{ path: '/f', isDirectory: false }]),
    };
    expect(await many.find(root, few)).toEqual([{ path: '/f', isDirectory: false }]);
    await expect(many.find(root, few, 0)).rejects.toThrow(TooScattered);
    expect(bitOf('group', 'download') & defaultSwitches).toBe(0);
  });
});

function chainOf({ known }: Project, path: string): KnownEntry[] {
  return ancestorDirs(path)
    .reverse()
    .flatMap((at) => known.find((entry) => entry.path === at) ?? []);
}
