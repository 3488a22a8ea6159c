import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { projectClasses, projectRights, type FilePermission } from '@clusterdesk/contracts';
import { decidePermission, type KnownEntry, type AccessRole } from './decide-permission.js';
import { defaultSwitches, toFilePermission, toSwitches } from './switches.js';

const people = ['ann', 'bob', 'eve'] as const;
const accessRoles: AccessRole[] = ['manager', 'member', 'other'];

/** A tree as somebody would write it down: each entry with what was done to it, and the folder that it is in. */
interface Node {
  path: string;
  parent: Node | null;
  putBy: string | null | undefined;
  saved: FilePermission | null;
}

const permissions: fc.Arbitrary<FilePermission> = fc
  .tuple(...Array.from({ length: 9 }, () => fc.boolean()))
  .map((on) => {
    const [a, b, c, d, e, f, g, h, i] = on;
    return {
      ...{ userView: a, userEdit: b, userDownload: c },
      ...{ groupView: d, groupEdit: e, groupDownload: f },
      ...{ otherView: g, otherEdit: h, otherDownload: i },
    } as FilePermission;
  });

/** Random trees: each new entry goes into one of those before it. */
const trees: fc.Arbitrary<Node[]> = fc
  .array(
    fc.record({
      into: fc.nat(),
      putBy: fc.option(fc.constantFrom(...people, null), { nil: undefined }),
      saved: fc.option(permissions, { nil: null }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((entries) => {
    const nodes: Node[] = [];
    entries.forEach(({ into, putBy, saved }, index) => {
      const parent = index === 0 ? null : (nodes[into % index] ?? null);
      const path = parent === null ? '/' : `${parent.path === '/' ? '' : parent.path}/e${index}`;
      nodes.push({ path, parent, putBy, saved });
    });
    return nodes;
  });

/** The model: the words of the contract, one after the other. */
function expected(node: Node, userId: string, accessRole: AccessRole) {
  let saved: Node | null = node;
  while (saved !== null && saved.saved === null) {
    saved = saved.parent;
  }
  let put: Node | null = node;
  while (put !== null && put.putBy === undefined) {
    put = put.parent;
  }
  const nine: FilePermission = saved?.saved ?? toFilePermission(defaultSwitches);
  const savedAt = saved?.path ?? null;
  if (accessRole === 'manager') {
    return { view: true, edit: true, download: true, add: true, savedAt };
  }
  if (accessRole === 'other') {
    const view = nine.otherView;
    const edit = view && nine.otherEdit;
    return { view, edit, download: view && nine.otherDownload, add: edit, savedAt };
  }
  if (put?.putBy === userId) {
    const view = nine.userView;
    return {
      view,
      edit: view && nine.userEdit,
      download: view && nine.userDownload,
      add: view,
      savedAt,
    };
  }
  const view = nine.groupView;
  return {
    view,
    edit: view && nine.groupEdit,
    download: view && nine.groupDownload,
    add: view,
    savedAt,
  };
}

function chainOf(node: Node): KnownEntry[] {
  const chain: KnownEntry[] = [];
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (at.putBy !== undefined || at.saved !== null) {
      chain.push({
        path: at.path,
        wasPut: at.putBy !== undefined,
        putBy: at.putBy ?? null,
        switches: at.saved === null ? null : toSwitches(at.saved),
      });
    }
  }
  return chain;
}

describe('the decision about an entry of a project', () => {
  it('is what the contract says, for every tree, entry, person and role', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        for (const node of nodes) {
          for (const userId of people) {
            for (const accessRole of accessRoles) {
              const decision = decidePermission({ userId, accessRole }, chainOf(node));
              expect(decision).toMatchObject(expected(node, userId, accessRole));
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('without anything saved lets members look and add, and who put an entry there do all with it', () => {
    const mine = { path: '/a', wasPut: true, putBy: 'ann', switches: null };
    const member = { userId: 'ann', accessRole: 'member' as const };
    expect(decidePermission(member, [])).toMatchObject({
      ...{ view: true, add: true, edit: false, download: false },
      ...{ decidedAs: 'group', savedAt: null },
    });
    expect(decidePermission(member, [mine])).toMatchObject({
      ...{ view: true, add: true, edit: true, download: true },
      decidedAs: 'user',
    });
    expect(decidePermission({ userId: 'eve', accessRole: 'other' }, [mine])).toMatchObject({
      ...{ view: false, add: false, edit: false, download: false },
      decidedAs: 'other',
    });
  });

  it('takes who put an entry there and left the project for any other', () => {
    const mine = { path: '/a', wasPut: true, putBy: 'ann', switches: null };
    expect(decidePermission({ userId: 'ann', accessRole: 'other' }, [mine])).toMatchObject({
      view: false,
      download: false,
    });
  });
});

describe('switches', () => {
  it('are stored and read back, all 512 of them', () => {
    for (let switches = 0; switches < 512; switches += 1) {
      const wire = toFilePermission(switches);
      expect(toSwitches(wire)).toBe(switches);
      expect(Object.keys(wire)).toHaveLength(projectClasses.length * projectRights.length);
    }
  });
});
