import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readHostAddresses } from './host-addresses.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clusterdesk-addresses-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const route = (device: string, destination: string, gateway: string, mask: string): string =>
  [device, destination, gateway, '0003', '0', '0', '0', mask, '0', '0', '0'].join('\t');

/** A host with a network card, a bridge of containers and a bridge over a card by way of a bond. */
function makeHost(): { proc: string; sys: string } {
  const [proc, sys] = [join(root, 'proc'), join(root, 'sys')];
  mkdirSync(join(proc, 'net'), { recursive: true });
  const folders = ['eth0/device', 'docker0/bridge', 'veth1', 'br1/bridge', 'bond1', 'eth1/device'];
  folders.forEach((path) => mkdirSync(join(sys, 'class/net', path), { recursive: true }));
  const link = (above: string, below: string): void =>
    symlinkSync(join('..', below), join(sys, 'class/net', above, `lower_${below}`));
  link('docker0', 'veth1');
  link('br1', 'bond1');
  link('bond1', 'eth1');
  const rows = [
    route('eth0', '00000000', '0102000A', '00000000'),
    route('eth0', '0002000A', '00000000', '00FFFFFF'),
    route('docker0', '000011AC', '00000000', '0000FFFF'),
    route('br1', '0000A8C0', '00000000', '0000FFFF'),
  ];
  writeFileSync(join(proc, 'net/route'), ['Iface\tDestination\tGateway', ...rows, ''].join('\n'));
  const trie = [
    'Local:',
    '  +-- 0.0.0.0/0 3 0 5',
    '     |-- 0.0.0.0',
    '        /0 universe UNICAST',
    '     +-- 10.0.2.0/24 2 0 2',
    '        |-- 10.0.2.15',
    '           /32 host LOCAL',
    '     |-- 10.9.0.0',
    '        /16 host LOCAL',
    '     |-- 172.17.0.1',
    '        /32 host LOCAL',
    '     |-- 10.0.2.255',
    '        /32 link BROADCAST',
    '',
  ];
  writeFileSync(join(proc, 'net/fib_trie'), trie.join('\n'));
  return { proc, sys };
}

describe("what a job's network must know of its host", () => {
  it('holds every address of the host and what belongs to no outside', () => {
    const { proc, sys } = makeHost();
    const { unreachable } = readHostAddresses(proc, sys);
    const own = ['10.0.2.15/32', '10.9.0.0/16', '172.17.0.1/32', '10.0.2.255/32'];
    const never = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4'];
    expect(unreachable).toEqual(expect.arrayContaining([...own, ...never]));
    expect(unreachable).not.toContain('10.0.2.0/24');
  });

  it('holds the networks of containers, but not one that a bridge only leads to', () => {
    const { proc, sys } = makeHost();
    const { unreachable } = readHostAddresses(proc, sys);
    expect(unreachable).toContain('172.17.0.0/16');
    expect(unreachable).not.toContain('192.168.0.0/16');
  });

  it('lies where the host has no network', () => {
    const { proc, sys } = makeHost();
    expect(readHostAddresses(proc, sys).subnet).toBe('10.254.253.0/24');
  });

  it('is read of this very host', () => {
    expect(readHostAddresses().unreachable).toContain('127.0.0.1/32');
  });
});
