import type { networkInterfaces } from 'node:os';
import { expect, it } from '@jest/globals';
import { platformReach } from './platform-origin.js';

type Networks = ReturnType<typeof networkInterfaces>;
const network = (address: string, internal = false): NonNullable<Networks[string]> => [
  {
    address,
    internal,
    family: 'IPv4',
    netmask: '255.255.255.0',
    mac: '',
    cidr: null,
  },
];
const networks: Networks = {
  lo: network('127.0.0.1', true),
  docker0: network('172.17.0.1'),
  eth0: network('192.168.1.5'),
  eth1: network('10.0.0.5'),
};
const reachFrom = (
  host: string,
  config: { publicUrl?: string; host?: string } = {},
  found: Networks = networks,
) =>
  platformReach(
    { publicUrl: config.publicUrl, port: 3000, host: config.host ?? '0.0.0.0' },
    { protocol: 'http', get: () => host } as never,
    found,
  );

it('is the configured address, or the one that the console was opened at', () => {
  for (const host of ['127.0.0.1:3000', 'hpc.example']) {
    expect(reachFrom(host, { publicUrl: 'https://hpc.example' })).toEqual({
      origins: ['https://hpc.example'],
      isGuessed: false,
    });
  }
  expect(reachFrom('192.168.7.7:8080')).toEqual({
    origins: ['http://192.168.7.7:8080'],
    isGuessed: false,
  });
});

it.each(['127.0.0.1:3000', 'localhost:8080', 'hpc.localhost', '[::1]:3000', "a';sh"])(
  'opened at %s it is guessed: the addresses of the server in its networks',
  (host) => {
    expect(reachFrom(host)).toEqual({
      origins: ['http://192.168.1.5:3000', 'http://10.0.0.5:3000'],
      isGuessed: true,
    });
  },
);

it('is no address at which the server does not listen', () => {
  const local = { origins: ['http://127.0.0.1:3000'], isGuessed: true };
  expect(reachFrom('127.0.0.1:3000', { host: '127.0.0.1' })).toEqual(local);
  expect(reachFrom('127.0.0.1:3000', {}, {})).toEqual(local);
  expect(reachFrom('127.0.0.1:3000', { host: '10.0.0.5' }).origins).toEqual([
    'http://10.0.0.5:3000',
  ]);
});
