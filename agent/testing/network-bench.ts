import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket as Connection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ip, NetworkNamespace } from './network-namespace.js';

/** Every address that this host has on its links, link-local ones left out. */
export function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.map(({ address }) => address).filter((address) => !address.startsWith('fe80:'));
}

/** Services of this host as a job must not reach them: TCP and UDP on every address, and an abstract Unix socket. */
export class HostServices {
  /** What arrived, whoever sent it and whatever became of it. */
  readonly hits: string[] = [];
  readonly abstractName = `clusterdesk-spec-${String(process.pid)}`;
  port = 0;
  private readonly servers: Server[] = [];
  private readonly udp: Socket[] = [];

  /** The port that the kernel gives for TCP may be somebody's for UDP: then with another. */
  async start(): Promise<void> {
    for (let left = 9; ; left -= 1) {
      try {
        await this.open();
        return;
      } catch (error) {
        await this.stop();
        // An error of Node's own is no `Error` of the world that Jest runs specs in.
        if (left === 0 || !String(error).includes('EADDRINUSE')) {
          throw error;
        }
      }
    }
  }

  private async open(): Promise<void> {
    this.port = await this.listen('0.0.0.0', 0);
    await this.listen('::', this.port);
    await this.serve('abstract', { path: `\0${this.abstractName}` });
    const sockets = [
      { type: 'udp4' as const, address: '0.0.0.0' },
      { type: 'udp6' as const, address: '::' },
    ];
    for (const { type, address } of sockets) {
      const socket = createSocket({ type, ipv6Only: type === 'udp6', reuseAddr: true });
      socket.on('message', (text) => this.hits.push(`udp ${text.toString()}`));
      this.udp.push(socket);
      socket.bind(this.port, address);
      await once(socket, 'listening');
    }
    this.udp[0]?.addMembership('239.255.77.77');
  }

  async stop(): Promise<void> {
    this.udp.splice(0).forEach((socket) => socket.close());
    await Promise.all(
      this.servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
    );
  }

  private async listen(host: string, port: number): Promise<number> {
    const server = await this.serve(`tcp ${host}`, { host, port, ipv6Only: host === '::' });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  private async serve(name: string, options: object): Promise<Server> {
    const server = createServer((connection: Connection) => {
      this.hits.push(name);
      connection.on('error', () => undefined);
      connection.end('reached\n');
    });
    server.listen(options);
    await once(server, 'listening');
    this.servers.push(server);
    return server;
  }
}

const serverSource = `require('node:net').createServer((s) => s.on('error', () => {}).end('reached\\n'))
  .listen(7070, '0.0.0.0', () => console.log('up'))`;

/**
 * Another host, as far as this one can tell: a network namespace with a service on TCP 7070, at the other end of a cable or behind
 * a bridge of this host, as containers are. Needs root.
 */
export class OtherHost {
  readonly address: string;
  private readonly name: string;
  private namespace: NetworkNamespace;

  constructor(
    private readonly kind: 'cable' | 'bridge',
    private readonly thirdByte: number,
  ) {
    this.name = `cd${kind.slice(0, 2)}${String(process.pid % 100_000)}`;
    this.address = `198.18.${String(thirdByte)}.2`;
  }

  async start(): Promise<void> {
    const gateway = `198.18.${String(this.thirdByte)}.1`;
    this.namespace = await NetworkNamespace.open(this.name, [process.execPath, '-e', serverSource]);
    const { near } = this.namespace;
    const place = this.kind === 'bridge' ? `${this.name}b` : near;
    if (this.kind === 'bridge') {
      ip('link', 'add', place, 'type', 'bridge');
      ip('link', 'set', near, 'master', place);
      ip('link', 'set', place, 'up');
    }
    ip('address', 'add', `${gateway}/24`, 'dev', place);
    this.namespace.plug();
    this.namespace.setAddress(`${this.address}/24`);
  }

  async stop(): Promise<void> {
    await this.namespace.close();
    if (this.kind === 'bridge') {
      ip('link', 'delete', `${this.name}b`);
    }
  }
}

/**
 * A script that tries to reach places and says of each `<name> reached` or `<name> no`. Besides plain connections it sends packets
 * by every way that needs no right: bound to the outer device, by a chosen interface, past the routing table.
 * @param places `tcp <address> <port>` or `udp <address> <port>` or `abstract <name>`
 */
export function reachScript(places: string[]): string {
  return `#!/usr/bin/perl
use strict; use warnings; use Socket qw(:all); use IO::Select; use Fcntl; use Time::HiRes qw(time);
$| = 1;
my %open; my $waiting = IO::Select->new;
my @ways = (
  ['plain'],
  ['device', SOL_SOCKET, 25, pack('Z*', 'tap0')],
  ['unicast-if', IPPROTO_IP, 50, pack('N', 2)],
  ['multicast-if', IPPROTO_IP, 32, pack('a4', inet_aton('10.0.2.100'))],
  ['no-route', SOL_SOCKET, 5, pack('i', 1)],
);
for my $place (${places.map((place) => `'${place}'`).join(', ')}) {
  my ($kind, $address, $port) = split / /, $place;
  for my $way (@ways) {
    my ($name, @option) = @$way;
    my $is6 = $address =~ /:/;
    my $family = $kind eq 'abstract' ? AF_UNIX : $is6 ? AF_INET6 : AF_INET;
    socket(my $socket, $family, $kind eq 'udp' ? SOCK_DGRAM : SOCK_STREAM, 0) or next;
    next if @option && !setsockopt($socket, $option[0], $option[1], $option[2]);
    setsockopt($socket, SOL_SOCKET, SO_BROADCAST, pack('i', 1));
    my $to = $kind eq 'abstract' ? pack('S a*', AF_UNIX, "\\0$address")
      : $is6 ? pack_sockaddr_in6($port, inet_pton(AF_INET6, $address)) : sockaddr_in($port, inet_aton($address));
    if ($kind eq 'udp') {
      send($socket, "$place by $name", 0, $to) for 1 .. 2;
      next;
    }
    fcntl($socket, F_SETFL, O_NONBLOCK);
    connect($socket, $to) or $!{EINPROGRESS} or next;
    $open{fileno $socket} = "$place by $name";
    $waiting->add($socket);
  }
}
my $deadline = time + 2;
while ($waiting->count && time < $deadline) {
  for my $socket ($waiting->can_read(0.2)) {
    my $got = sysread($socket, my $text, 100);
    print "$open{fileno $socket}: $text" if $got;
    $waiting->remove($socket);
  }
}
print "tried\\n";
`;
}
