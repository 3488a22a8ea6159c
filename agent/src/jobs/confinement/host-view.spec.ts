import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findDevices,
  networkFolders,
  scratchBytesFor,
  scratchOptions,
  shownOf,
} from './host-view.js';

const mebibyte = 1024 ** 2;
let dir: string;

beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'clusterdesk-view-')));
  for (const name of ['nvidia0', 'nvidiactl', 'sda', 'kvm', 'kfd', 'driver']) {
    writeFileSync(join(dir, name), '');
  }
  mkdirSync(join(dir, 'dri'));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('the devices of jobs', () => {
  it('are those that compute', () => {
    expect(findDevices(null, dir).map((path) => path.slice(dir.length + 1))).toEqual([
      ...['dri', 'kfd', 'nvidia0', 'nvidiactl'],
    ]);
  });

  it('are those that the operator named, as far as they are there', () => {
    expect(findDevices([join(dir, 'kvm'), join(dir, 'none')], dir)).toEqual([join(dir, 'kvm')]);
    expect(findDevices([], dir)).toEqual([]);
  });
});

describe('what is shown of a covered folder', () => {
  it('is the resolver’s file where the host keeps it there', () => {
    const [real, link] = [join(dir, 'stub.conf'), join(dir, 'resolv.conf')];
    writeFileSync(real, '');
    symlinkSync('stub.conf', link);
    expect(shownOf([dir], link)).toEqual([{ source: real, target: real }]);
    expect(shownOf(['/run'], link)).toEqual([]);
    expect(shownOf([dir], join(dir, 'none'))).toEqual([]);
  });
});

describe('the folders of network devices', () => {
  it('are those that the list leads to, and the list itself', () => {
    const list = join(dir, 'net');
    mkdirSync(list);
    for (const [name, place] of [
      ['eth0', 'card0/net'],
      ['eth1', 'card0/net'],
      ['veth', 'virtual/net'],
    ] as const) {
      mkdirSync(join(dir, place, name), { recursive: true });
      symlinkSync(join(dir, place, name), join(list, name));
    }
    symlinkSync(join(dir, 'none'), join(list, 'gone'));
    expect(networkFolders(list).sort()).toEqual([
      ...[join(dir, 'card0/net'), list, join(dir, 'virtual/net')],
    ]);
    expect(networkFolders(join(dir, 'none'))).toEqual([]);
  });
});

describe('what a job holds in memory', () => {
  it('is what the operator set, or a quarter of its memory', () => {
    expect(scratchBytesFor(null, 400 * mebibyte)).toBe(100 * mebibyte);
    expect(scratchBytesFor(null, null)).toBe(1024 * mebibyte);
    expect(scratchBytesFor(5, 400)).toBe(5);
  });

  it('is bounded in bytes, never to 0, which would be no bound, and in files', () => {
    expect(scratchOptions(64 * mebibyte)).toBe(`size=${String(64 * mebibyte)},nr_inodes=4096`);
    expect(scratchOptions(0)).toBe('size=4096,nr_inodes=1024');
  });
});
