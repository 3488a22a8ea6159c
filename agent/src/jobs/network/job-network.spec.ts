import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { readCommandLine } from '@clusterdesk/host';
import type { JobNetwork } from '@clusterdesk/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AgentBench } from '../../../testing/agent-bench.js';
import { isRoot, until } from '../../../testing/agent-process.js';
import { systemCalls } from '../confinement/syscalls/system-calls.js';
import {
  HostServices,
  OtherHost,
  ownAddresses,
  reachScript,
} from '../../../testing/network-bench.js';

const bench = new AgentBench();

async function runToEnd(jobId: string, script: string, network: JobNetwork): Promise<string> {
  const reply = await bench.server.run(bench.host.command(jobId, script, { network }));
  expect(reply).toEqual({ isAccepted: true });
  await until(`the end of ${jobId}`, bench.hasEnded(jobId));
  return bench.server.job(jobId).output.toString();
}

/** On a machine where tests are to find everything, a test that needs root fails without it. */
const needsRoot = isRoot || process.env['CI'] !== undefined ? it : it.skip;

/** A host's device for networks, open to everybody as on most: some machines that run tests have it otherwise. */
const withTun = [
  ...['unshare', '--mount', '--', '/bin/sh', '-c'],
  `mount --make-rprivate / && mount -t tmpfs tun /mnt && mknod -m 666 /mnt/tun c 10 200 &&
    mount --bind /mnt/tun /dev/net/tun && umount -l /mnt && exec "$@"`,
  'host',
];

/** Among them are graphics processors, which jobs find there. */
function pciDevices(): string[] {
  return existsSync('/sys/bus/pci/devices') ? readdirSync('/sys/bus/pci/devices').sort() : [];
}

/**
 * An unprivileged container, as a command before an agent that is root within it alone: something covers a part of its /sys, and so the
 * kernel lets nobody there mount another.
 */
const inContainer = [
  ...['unshare', '--mount', '--', '/bin/sh', '-c', 'mount -t tmpfs none /sys/module && exec "$@"'],
  ...['container', 'perl', '-e'],
  `pipe my $said, my $say; pipe my $heard, my $end; my $agent = $$; my $child = fork;
   if (!$child) {
     close $_ for $say, $heard;
     sysread $said, my $word, 1;
     for my $kind ('uid', 'gid') { open my $map, '>', "/proc/$agent/" . $kind . '_map'; syswrite $map, "0 0 4294967295\\n" }
     exit;
   }
   close $end;
   syscall(${String(systemCalls.unshare[process.arch === 'arm64' ? 1 : 0])}, 0x10020000) == 0 or die "unshare: $!";
   close $say; sysread $heard, my $word, 1; waitpid $child, 0;
   exec @ARGV`,
];

needsRoot('a job shows no device of the host where it can have no /sys of its own', async () => {
  await bench.startHost({}, { outerPrefix: inContainer });
  expect(bench.server.hellos[0]?.confinement).toBe('namespaces');
  const script = `ls -A /sys/class/net /sys/devices/virtual/net; ls /sys/class | wc -l
    find /sys -path '*/net/*' 2>/dev/null; touch /sys/class/net/x 2>&1`;
  expect(await runToEnd('j1', script, 'none')).toMatch(
    /^\/sys\/class\/net:\n\n\/sys\/devices\/virtual\/net:\n\d\d\ntouch: .*Read-only file system\n$/,
  );
});

const modes = [
  ...(isRoot ? [{ mode: 'namespaces', isUnprivileged: false }] : []),
  { mode: 'bubblewrap', isUnprivileged: true },
];

describe.each(modes)('the network of a job confined with $mode', ({ mode, isUnprivileged }) => {
  let services: HostServices;

  beforeEach(async () => {
    services = new HostServices();
    await services.start();
    await bench.startHost({}, { isUnprivileged, ...(isRoot && { outerPrefix: withTun }) });
    expect(bench.server.hellos[0]?.confinement).toBe(mode);
  });
  afterEach(() => services.stop());

  it('is there in both kinds', () => {
    expect(bench.server.hellos[0]).toMatchObject({
      acceptsJobs: true,
      networks: ['none', 'outside'],
    });
    expect(bench.host.lines).toContain('none: a network of its own; outside: a network of its own');
  });

  it.each(['none', 'outside'] as const)('leads to no service of the host (%s)', async (network) => {
    const addresses = ['127.0.0.1', '127.0.0.53', '::1', '0.0.0.0', ...ownAddresses()];
    const gateways = ['10.0.2.2', '10.0.2.3', '10.0.2.255', '10.254.253.2'];
    const groups = ['239.255.77.77', '255.255.255.255'];
    const places = [...addresses, ...gateways, ...groups].flatMap((address) =>
      ['tcp', 'udp'].map((kind) => `${kind} ${address} ${String(services.port)}`),
    );
    const script = reachScript([...places, `abstract ${services.abstractName}`]);
    expect(await runToEnd('j1', script, network)).toBe('tried\n');
    expect(services.hits).toEqual([]);
  });

  it.each([
    ['none', 'lo'],
    ['outside', 'lo tap0'],
  ] as const)('shows no device of the host (%s)', async (network, own) => {
    const names = readdirSync('/sys/class/net').filter((name) => !['lo', 'tap0'].includes(name));
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const macs = addresses.flatMap(({ mac }) => (/[^0:]/.test(mac) ? [mac] : []));
    expect(names.length * macs.length).toBeGreaterThan(0);
    const script = `echo $(ls /sys/class/net)
      for way in /sys/class/net /sys/devices/virtual/net /sys/devices/pci*/*/*/net /sys/bus/*/devices/*/net; do
        ls -R "$way"; cat "$way"/*/address
      done 2>/dev/null
      find /sys -path '*/net/*' -name address -exec cat {} + 2>/dev/null
      [ "$(echo $(ls /sys/bus/pci/devices))" = '${pciDevices().join(' ')}' ] && echo same processors`;
    const output = await runToEnd('j1', script, network);
    expect(output.split('\n')[0]).toBe(mode === 'namespaces' ? own : '');
    expect(output).toMatch(/^same processors$/m);
    expect([...names, ...macs].filter((word) => output.includes(word))).toEqual([]);
  });

  it('lets a script talk to itself', async () => {
    const script = `perl -MIO::Socket::INET -e '
      my $server = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die $!;
      IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $server->sockport) or die $!;
      print "talked\\n"'`;
    expect(await runToEnd('j1', script, 'none')).toBe('talked\n');
    expect(await runToEnd('j2', script, 'outside')).toBe('talked\n');
  });

  needsRoot('leads to other hosts when it is to, but not to containers of this one', async () => {
    const [other, container] = [new OtherHost('cable', 77), new OtherHost('bridge', 78)];
    await other.start();
    await container.start();
    try {
      const places = [`tcp ${other.address} 7070`, `tcp ${container.address} 7070`];
      const reached = `tcp ${other.address} 7070 by plain: reached`;
      const output = await runToEnd('j1', reachScript(places), 'outside');
      expect(output).toContain(reached);
      expect(output).not.toContain(container.address);
      expect(await runToEnd('j2', reachScript(places), 'none')).toBe('tried\n');
    } finally {
      await container.stop();
      await other.stop();
    }
  });

  it.each(['none', 'outside'] as const)('is no other job’s (%s)', async (network) => {
    const port = services.port;
    const listen = `perl -MIO::Socket::INET -e '$| = 1;
      my $tcp = IO::Socket::INET->new(Listen => 1, LocalAddr => "0.0.0.0", LocalPort => ${String(port)}) or die $!;
      my $udp = IO::Socket::INET->new(Proto => "udp", LocalAddr => "0.0.0.0", LocalPort => ${String(port)}) or die $!;
      print "up\\n"; if (fork) { $tcp->accept; print "HIT\\n" } else { $udp->recv(my $text, 9); print "HIT\\n" }; sleep 600'`;
    await bench.server.run(bench.host.command('j1', listen, { network }));
    await until('the first job to listen', bench.isUp('j1'));
    const addresses = ['127.0.0.1', '10.0.2.100', '10.0.2.2', ...ownAddresses()];
    const places = addresses.flatMap((address) =>
      ['tcp', 'udp'].map((kind) => `${kind} ${address} ${String(port)}`),
    );
    expect(await runToEnd('j2', reachScript(places), network)).toBe('tried\n');
    expect(bench.server.job('j1').output.toString()).toBe('up\n');
    expect(services.hits).toEqual([]);
  });

  it('cannot be changed by the job', async () => {
    const script = `ip route del unreachable 127.0.0.0/8 2>&1; ip link add dummy0 type dummy 2>&1
      ip route flush table main 2>&1; grep Cap /proc/self/status; ip route show | grep -c unreachable`;
    const output = await runToEnd('j1', script, 'outside');
    expect(output.match(/Operation not permitted/g)?.length).toBeGreaterThanOrEqual(3);
    expect(output).toMatch(/CapPrm:\t0{16}\n/);
    expect(output).toMatch(/CapEff:\t0{16}\n/);
    expect(Number(output.trimEnd().split('\n').at(-1))).toBeGreaterThan(4);
  });

  it('takes no more than some of the ports of the host', async () => {
    // TEST-NET-2, which is nobody's.
    const script = `perl -MSocket=:all -e '$| = 1; my @sockets;
      for my $index (1 .. 3000) {
        socket(my $socket, AF_INET, SOCK_DGRAM, 0) or last;
        send($socket, "x", 0, sockaddr_in(9, inet_aton("198.51.100.1")));
        push @sockets, $socket;
        select(undef, undef, undef, 0.02) if $index % 50 == 0;
      }
      print "up\n"; sleep 600'`;
    await bench.server.run(bench.host.command('j1', script, { network: 'outside' }));
    await until('all to be sent', bench.isUp('j1'));
    // Counted where they are held: the host may have others meanwhile.
    const carriers = bench
      .membersOf('j1')
      .filter((pid) => readCommandLine(pid)[0] === 'slirp4netns')
      .map((pid) => readdirSync(`/proc/${String(pid)}/fd`).length);
    expect(Math.max(...carriers)).toBeGreaterThan(500);
    expect(Math.max(...carriers)).toBeLessThan(1_100);
  });

  it('leaves nothing behind, whichever of its processes is killed', async () => {
    const carriers = (jobId: string): number =>
      bench.membersOf(jobId).filter((pid) => readCommandLine(pid)[0] === 'slirp4netns').length;
    let count = 1;
    for (let index = 0; index < count; index += 1) {
      const jobId = `j${String(index)}`;
      await bench.server.run(
        bench.host.command(jobId, 'echo up; sleep 600', { network: 'outside' }),
      );
      await until('the job to begin', bench.isUp(jobId));
      const members = bench.membersOf(jobId);
      expect(carriers(jobId)).toBeGreaterThan(0);
      count = members.length;
      process.kill(members[index] ?? 0, 'SIGKILL');
      await bench.server.stopJob({ jobId, attempt: 1, reason: 'stopped' });
      await until('the end', bench.hasEnded(jobId));
      await until('all of it to be gone', () => bench.membersOf(jobId).length === 0);
    }
    expect(count).toBeGreaterThan(4);
  });

  it('ends with the job', async () => {
    await runToEnd('j1', 'true', 'outside');
    await until('all of it to be gone', () => bench.membersOf('j1').length === 0);
  });
});

/** A name server that has one answer to everything. */
async function startNameServer(address: string, answer: string): Promise<() => void> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address: asker }) => {
    const end = query.indexOf(0, 12) + 5;
    const isAddressAsked = query.readUInt16BE(end - 4) === 1;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.fill(0, 8);
    header.writeUInt16BE(isAddressAsked ? 1 : 0, 6);
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...answer.split('.').map(Number),
    ]);
    const parts = [header, query.subarray(12, end), ...(isAddressAsked ? [record] : [])];
    socket.send(Buffer.concat(parts), port, asker);
  });
  socket.bind(53, address);
  await once(socket, 'listening');
  return () => socket.close();
}

describe('the names that a job with a way outside can resolve', () => {
  needsRoot(
    "are those of the host, also when its name server is on the host's loopback",
    async () => {
      const stop = await startNameServer('127.0.0.53', '198.18.77.2');
      try {
        const resolver = 'search lab.example\\nnameserver 127.0.0.53\\noptions edns0\\n';
        const bind = `mount --make-rprivate / && mount -t tmpfs resolver /mnt && printf '${resolver}' >/mnt/resolv.conf &&
        mount --bind /mnt/resolv.conf /etc/resolv.conf && exec "$@"`;
        await bench.startHost(
          {},
          { prefix: ['unshare', '--mount', '--', '/bin/sh', '-c', bind, 'host'] },
        );
        const output = await runToEnd('j1', 'cat /etc/resolv.conf; getent hosts node7', 'outside');
        expect(output).toMatch(/^nameserver 10[.]0[.]2[.]3\nsearch lab.example\noptions edns0\n/);
        expect(output).toMatch(/^198.18.77.2 +node7.lab.example$/m);
      } finally {
        stop();
      }
    },
  );
});

describe('a host whose mounts are shared, as systemd makes them', () => {
  const shared = [
    ...['unshare', '--mount', '--', '/bin/sh', '-c'],
    `mount -t tmpfs below /mnt && mkdir /mnt/below && mount --make-shared /mnt && mount -t tmpfs below /mnt/below && exec "$@"`,
    'host',
  ];

  needsRoot('keeps what is mounted below them while jobs reach outside', async () => {
    await bench.startHost({}, { prefix: shared });
    expect(await runToEnd('j1', 'echo ran', 'outside')).toBe('ran\n');
    const mounts = readFileSync(`/proc/${String(bench.host.pid)}/mountinfo`, 'utf8');
    expect(mounts).toContain(' /mnt/below ');
  });
});

describe('a host that cannot make networks', () => {
  /** Programs as they are, but for those that are missing. */
  const without = (names: string[]): string[] => {
    const hide = names.map((name) => `mount --bind /dev/null "$(command -v ${name})"`);
    const script = ['mount --make-rprivate /', ...hide, 'exec "$@"'].join(' && ');
    return ['unshare', '--mount', '--', '/bin/sh', '-c', script, 'host'];
  };

  needsRoot('takes no jobs', async () => {
    await bench.startHost({}, { prefix: without(['ip', 'slirp4netns']) });
    expect(bench.server.hellos[0]).toMatchObject({ acceptsJobs: false, networks: [] });
    expect(bench.host.lines).toContain('takes no jobs: AGENT_NETWORK_MISSING');
    const reply = await bench.server.run(bench.host.command('j1', 'true'));
    expect(reply).toMatchObject({ isAccepted: false, fault: 'node' });
  });

  needsRoot('refuses those that are to reach outside when only that is missing', async () => {
    await bench.startHost({}, { prefix: without(['slirp4netns']) });
    expect(bench.server.hellos[0]).toMatchObject({ acceptsJobs: true, networks: ['none'] });
    const command = bench.host.command('j1', 'true', { network: 'outside' });
    const reply = await bench.server.run(command);
    expect(reply).toMatchObject({ isAccepted: false, fault: 'node' });
    expect(reply.reason).toMatch(/^AGENT_NETWORK_MISSING: .*slirp4netns/);
    expect(await runToEnd('j2', 'echo ran', 'none')).toBe('ran\n');
  });

  needsRoot('lets them use its own where the operator allows that, and says so', async () => {
    const services = new HostServices();
    await services.start();
    try {
      const prefix = without(['slirp4netns']);
      await bench.startHost({ AGENT_ALLOW_HOST_NETWORK: 'true' }, { prefix });
      expect(bench.server.hellos[0]?.networks).toEqual(['none', 'outside']);
      expect(bench.host.lines).toContain("outside: THE HOST'S NETWORK");
      const script = reachScript([`tcp 127.0.0.1 ${String(services.port)}`]);
      expect(await runToEnd('j1', script, 'none')).toBe('tried\n');
      expect(await runToEnd('j2', script, 'outside')).toContain('by plain: reached');
    } finally {
      await services.stop();
    }
  });
});
