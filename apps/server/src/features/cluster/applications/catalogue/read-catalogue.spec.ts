import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestOf } from '@clusterdesk/tests/features/application-manifest.js';
import { readCatalogue } from './read-catalogue.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clusterdesk-catalogue-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const write = (path: string, text: string, mode = 0o644): Promise<void> =>
  writeFile(join(dir, path), text, { mode });
const good = (name = 'good'): Promise<void> =>
  write(`${name}.json`, JSON.stringify(manifestOf(name)));

async function writeFolder(name: string, more: object = {}): Promise<void> {
  const { install, uninstall, update, ...facts } = manifestOf(name) as Record<string, string>;
  await mkdir(join(dir, name));
  await write(`${name}/application.json`, JSON.stringify({ ...facts, ...more }));
  await write(`${name}/install.sh`, install!);
  await write(`${name}/uninstall.sh`, uninstall!);
  await write(`${name}/update.sh`, update!);
}

const read = async () => {
  const { manifests, problems } = await readCatalogue(dir);
  return { names: manifests.map(({ name }) => name), problems };
};

describe('a catalogue', () => {
  it('has files and folders by name, and passes over notes', async () => {
    await writeFolder('b-folder');
    // As an editor for Windows saves it.
    await write('b-folder/install.sh', '\uFEFFset -e\r\ntrue\r\n');
    await good('a-file');
    await write('README.md', 'notes');
    await write('.hidden', '');
    const { manifests, problems } = await readCatalogue(dir);
    expect(problems).toEqual([]);
    expect(manifests).toMatchObject([{ name: 'a-file' }, { name: 'b-folder' }]);
    expect(manifests[1]).toEqual(manifestOf('b-folder', { install: 'set -e\ntrue\n' }));
  });

  it('that the installation brings is sound, and its scripts are read by sh', async () => {
    const own = fileURLToPath(new URL('../../../../../../../deploy/applications', import.meta.url));
    const { manifests, problems } = await readCatalogue(own);
    expect(problems).toEqual([]);
    expect(manifests.map(({ name }) => name)).toEqual(['htop', 'tmux', 'tree']);
    for (const { install, uninstall, update } of manifests) {
      for (const script of [install, uninstall, update]) {
        execFileSync('/bin/sh', ['-n'], { input: script });
        expect(script).toContain('DEBIAN_FRONTEND=noninteractive');
      }
    }
  });

  it('that is not there, or that others can write to, is empty and says why', async () => {
    expect((await readCatalogue(join(dir, 'none'))).problems).toHaveLength(1);
    await good();
    for (const mode of [0o775, 0o757]) {
      await chmod(dir, mode);
      expect(await read()).toEqual({
        names: [],
        problems: [expect.stringContaining('can be written by others')],
      });
    }
  });
});

describe('what breaks a rule is left out, and the rest stays', () => {
  const scripts = { install: 'true', uninstall: 'true', update: 'true' };
  const wrongs: Record<string, object> = {
    'a bad name': { name: '../bad' },
    'another name than its file': { name: 'other' },
    'a kind that there is not': { kinds: ['router'] },
    'no kind': { kinds: [] },
    'a field too many': { user: 'root' },
    'no script': { install: '' },
    'a script that is huge': { install: 'x'.repeat(65 * 1024) },
    'a NUL in a script': { update: 'a\0b' },
    'several lines of description': { description: { cn: 'a\nb' } },
    'a version with a space': { version: '1 0' },
  };

  it.each(Object.keys(wrongs))('%s', async (wrong) => {
    await good();
    const manifest = { ...manifestOf('bad', scripts), ...wrongs[wrong] };
    await write('bad.json', JSON.stringify(manifest));
    const { names, problems } = await read();
    expect(names).toEqual(['good']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('bad.json');
    expect(problems[0]!.length).toBeLessThan(700);
  });

  const hostile: Record<string, () => Promise<unknown>> = {
    'a link to a file': async () => {
      await write('outside', JSON.stringify(manifestOf('bad')));
      await symlink('outside', join(dir, 'bad.json'));
      await rm(join(dir, 'outside'));
    },
    'a link that leads out': () => symlink('/etc/passwd', join(dir, 'bad.json')),
    'a link to a folder': () => symlink('/etc', join(dir, 'bad')),
    'a script that is a link': async () => {
      await writeFolder('bad');
      await rm(join(dir, 'bad/install.sh'));
      await symlink('/etc/passwd', join(dir, 'bad/install.sh'));
    },
    'a file that others can write to': async () => {
      await write('bad.json', JSON.stringify(manifestOf('bad')));
      await chmod(join(dir, 'bad.json'), 0o664);
    },
    'a folder that others can write to': async () => {
      await writeFolder('bad');
      await chmod(join(dir, 'bad'), 0o777);
    },
    'a script that others can write to': async () => {
      await writeFolder('bad');
      await chmod(join(dir, 'bad/update.sh'), 0o666);
    },
    'a pipe': async () => execFileSync('mkfifo', [join(dir, 'bad.json')]),
    'no JSON': () => write('bad.json', '{'),
    'no text': () => writeFile(join(dir, 'bad.json'), Buffer.from([0xff, 0xfe, 0x00])),
    'a huge file': () => write('bad.json', ' '.repeat(1024 * 1024)),
    'a folder without a script': async () => {
      await writeFolder('bad');
      await rm(join(dir, 'bad/uninstall.sh'));
    },
  };

  it.each(Object.keys(hostile))('%s', async (what) => {
    await good();
    await hostile[what]!();
    const { names, problems } = await read();
    expect(names).toEqual(['good']);
    expect(problems).toHaveLength(1);
  });

  it('a second one of the same name', async () => {
    await good();
    await writeFolder('good');
    expect(await read()).toEqual({
      names: ['good'],
      problems: [expect.stringContaining('is there already')],
    });
  });
});
