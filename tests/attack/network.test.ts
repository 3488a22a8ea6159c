import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  AttackedPlatform,
  installations,
  type Attacker,
} from '../support/platform/attacked-platform.js';

const mark = randomBytes(6).toString('hex');

describe.each(installations)('the network of jobs on an installation $name', (installation) => {
  let attacked: AttackedPlatform;
  let alice: Attacker;
  let bob: Attacker;

  beforeAll(async () => {
    attacked = await AttackedPlatform.start(installation);
    alice = await attacked.addUser('alice');
    bob = await attacked.addUser('bob');
  });
  afterAll(() => attacked?.stop());

  test('reach each other by no network', async () => {
    const port = 20_000 + (Number.parseInt(mark.slice(0, 3), 16) % 10_000);
    const { his } = await bob.probeBeside(
      alice,

      `perl -MSocket=:all -e '
         socket(my $t, AF_INET6, SOCK_STREAM, 0); setsockopt($t, IPPROTO_IPV6, IPV6_V6ONLY, 0);
         bind($t, pack_sockaddr_in6(${port}, inet_pton(AF_INET6, "::"))) or die "bind $!"; listen($t, 5);
         socket(my $u, AF_UNIX, SOCK_STREAM, 0); bind($u, pack_sockaddr_un("\\0of-alice-${mark}")) or die "abstract $!"; listen($u, 5);
         sleep 600' &
       sleep 1; hostname -I >addresses 2>/dev/null`,
      {
        // Every address of the host, for her job has none that it could tell.
        inet: `perl -MSocket=:all -e 'for my $a (qw(${addressesOfHost().join(' ')})) { my $v6 = $a =~ /:/; socket(my $s, $v6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0); local $SIG{ALRM} = sub { die }; eval { alarm 2; print connect($s, $v6 ? pack_sockaddr_in6(${port}, inet_pton(AF_INET6, $a)) : pack_sockaddr_in(${port}, inet_aton($a))) ? "REACHED $a\\n" : ""; alarm 0 } }'`,
        abstract: `perl -MSocket=:all -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); print connect($s, pack_sockaddr_un("\\0of-alice-${mark}")) ? "REACHED" : ""'; grep -a of-alice /proc/net/unix`,
      },
    );
    expect(his).toEqual({ inet: '', abstract: '' });
  });

  test('see no network device of the host, and no other job’s control group', async () => {
    const { his } = await bob.probeBeside(alice, ':', {
      devices: `ls -R /sys/class/net /sys/devices/virtual/net; find /sys -path '*/net/*' -exec cat {}/address {}/uevent ';' 2>/dev/null; ip link; cat /proc/net/dev`,
      groups: `find /sys/fs/cgroup -name 'job-*' -o -name 'clusterdesk*' -o -name '*.slice' -o -name '*.service'`,
    });
    const seen = `\n${his['devices'] ?? ''}\n`.replaceAll(/[\s/=]+/g, '  ').replaceAll(': ', '  ');
    expect(devicesOfHost().filter((word) => seen.includes(` ${word} `))).toEqual([]);
    expect(devicesOfHost().length).toBeGreaterThan(0);
    expect(his['groups']).toBe('');
  });

  test('reach nothing that listens on the host, the platform least of all', async () => {
    const servers: Server[] = [];
    const ports: number[] = [];
    for (const host of ['127.0.0.1', '::1', '0.0.0.0']) {
      const server = createServer((socket) => socket.end('HOST\n')).listen(0, host);
      await once(server, 'listening');
      servers.push(server);
      ports.push((server.address() as { port: number }).port);
    }
    const all = [...ports, attacked.port].join(' ');
    const said = await bob.probe({
      listeners: `perl -MSocket=:all -e 'for my $a (qw(${addressesOfHost().join(' ')} 10.0.2.2 169.254.169.254)) { for my $p (qw(${all})) { my $v6 = $a =~ /:/; socket(my $s, $v6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0); local $SIG{ALRM} = sub { die "late" }; eval { alarm 2; print "REACHED $a $p\\n" if connect($s, $v6 ? pack_sockaddr_in6($p, inet_pton(AF_INET6, $a)) : pack_sockaddr_in($p, inet_aton($a))); alarm 0 } } }'`,
      seen: `cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == "0A" {print $2}'`,
      'unix sockets': `find / -maxdepth 5 -type s -not -path '/proc/*' 2>/dev/null`,
      abstract: `grep -a @ /proc/net/unix`,
    });
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    // Other suites have installations of their own on this host; this one says nothing of these.
    const sockets = (said['unix sockets'] ?? '')
      .split('\n')
      .filter((path) => !isOfOthers(path, dirname(attacked.filesDir)));
    expect({ ...said, 'unix sockets': sockets.join('\n') }).toEqual({
      listeners: '',
      seen: '',
      'unix sockets': '',
      abstract: '',
    });
  });
});

const isOfOthers = (path: string, own: string): boolean =>
  /\/clusterdesk-[^/]+\//.test(path) && !path.startsWith(own);

/** What the kernel calls the host's network devices, and their own addresses. */
function devicesOfHost(): string[] {
  const names = readdirSync('/sys/class/net').filter((name) => !/^(lo|tap0)$/.test(name));
  const found = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [...names, ...found.map(({ mac }) => mac).filter((mac) => /[^0:]/.test(mac))];
}

/** Every address of this host, those of its loopback included. */
function addressesOfHost(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ scopeid }) => !scopeid)
    .map(({ address }) => address);
}
