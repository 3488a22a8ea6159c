import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isWithin, planFolders, waitForFolders } from './folders.js';

let data: string;
let home: string;
let state: string;

beforeAll(() => {
  data = realpathSync(mkdtempSync(join(tmpdir(), 'clusterdesk-folders-')));
  home = join(data, 'home/me');
  state = join(data, 'agent');
  mkdirSync(join(home, 'sub'), { recursive: true });
  mkdirSync(state);
  symlinkSync(home, join(data, 'link'));
  symlinkSync(join(data, 'home'), join(data, 'way'));
  writeFileSync(join(data, 'file'), '');
});
afterAll(() => rmSync(data, { recursive: true }));

function plan(more: { visibleDirs?: string[]; hiddenDirs?: string[]; workDir?: string }) {
  const visibleDirs = more.visibleDirs ?? [home];
  return planFolders(
    { visibleDirs, hiddenDirs: [data], workDir: visibleDirs[0] ?? '', ...more },
    state,
  );
}

describe('planFolders', () => {
  it('covers the outermost of what is there, and the scratch folders', () => {
    const { visible, covers, scratch } = plan({
      hiddenDirs: [data, join(data, 'home'), '/usr/share', '/no/such/folder'],
    });
    expect(visible).toEqual([home]);
    expect(covers).toContain('/usr/share');
    expect(scratch).toContain('/tmp');
    const all = [...covers, ...scratch];
    expect(all.some((path) => isWithin(data, path))).toBe(true);
    expect(all).not.toContain(join(data, 'home'));
    expect(all).not.toContain('/no/such/folder');
  });

  it.each([
    ['relative', () => 'home/me'],
    ['dots', () => `${home}/../me`],
    ['a slash at the end', () => `${home}/`],
    ['a link', () => join(data, 'link')],
    ['a file', () => join(data, 'file')],
    ['the root', () => '/'],
    ['a folder of the system', () => '/usr'],
    ['the way to processes', () => '/proc/self'],
    ['a hidden folder', () => data],
    ["the agent's own folder", () => state],
    ['a NUL', () => `${home}\0`],
  ])('refuses as visible: %s', (_name, path) => {
    expect(() => plan({ visibleDirs: [path()] })).toThrow(/^AGENT_FOLDER_REFUSED/);
  });

  it.each([
    ['there is nothing', () => join(data, 'none')],
    ['a link leads there', () => join(data, 'way/me')],
  ])('blames the host, not the job, where %s at the place of the shared files', (_name, path) => {
    expect(() => plan({ visibleDirs: [path()] })).toThrow(/^AGENT_FOLDER_UNREACHABLE/);
  });

  it('blames the job for a work folder that its home does not have', () => {
    expect(() => plan({ workDir: join(home, 'none') })).toThrow(/^AGENT_WORK_DIR_MISSING/);
    writeFileSync(join(home, 'a-file'), '');
    expect(() => plan({ workDir: join(home, 'a-file') })).toThrow(/^AGENT_WORK_DIR_MISSING/);
    expect(() => plan({ workDir: join(home, 'a-file/below') })).toThrow(/^AGENT_WORK_DIR_MISSING/);
  });

  it('refuses what would show a hidden folder below it', () => {
    expect(() => plan({ visibleDirs: [join(data, 'home')], hiddenDirs: [home] })).toThrow(
      /^AGENT_FOLDER_REFUSED: .* would show /,
    );
  });

  it('refuses a work folder outside, and a neighbour with the same beginning', () => {
    expect(() => plan({ workDir: data })).toThrow(/^AGENT_FOLDER_REFUSED/);
    expect(() => plan({ workDir: `${home}2` })).toThrow(/^AGENT_FOLDER_REFUSED/);
    expect(() => plan({ workDir: `${home}/../other` })).toThrow(/^AGENT_FOLDER_REFUSED/);
    expect(plan({ workDir: join(home, 'sub') }).workDir).toBe(join(home, 'sub'));
  });
});

describe('waitForFolders', () => {
  it('waits for what answers, be it there or not', async () => {
    await waitForFolders([home, join(data, 'none')]);
  });

  it('gives up on a filesystem that does not answer', async () => {
    await expect(waitForFolders([home], 100, 'exec sleep 600')).rejects.toThrow(
      /^AGENT_FOLDER_UNREACHABLE: .*answer/,
    );
  });
});
