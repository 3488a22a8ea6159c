import { spawnSync } from 'node:child_process';

/** Every address by which another program could come to a port, and what it may ask of the kernel. */
const program = `
use Socket qw(:all);
my ($port) = @ARGV;
my @places = (
  ['127.0.0.1'], ['0.0.0.0'], ['::1', 1], ['::', 1], ['::', 0], ['::1', 0], ['::ffff:127.0.0.1', 0], ['::ffff:0.0.0.0', 0],
);
my @wishes = ([], [SO_REUSEADDR], [SO_REUSEPORT], [SO_REUSEADDR, SO_REUSEPORT]);
for my $place (@places) {
  my ($address, $v6only) = @$place;
  for my $wish (@wishes) {
    my $is6 = $address =~ /:/;
    socket(my $socket, $is6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0) or die "socket: $!";
    setsockopt($socket, SOL_SOCKET, $_, 1) or die "setsockopt: $!" for @$wish;
    setsockopt($socket, IPPROTO_IPV6, IPV6_V6ONLY, $v6only) or die "setsockopt: $!" if $is6;
    my $packed = inet_pton($is6 ? AF_INET6 : AF_INET, $address);
    my $name = $is6 ? pack_sockaddr_in6($port, $packed) : pack_sockaddr_in($port, $packed);
    next unless bind($socket, $name) && listen($socket, 5);
    print "$address v6only=", $v6only // '-', " options=@$wish\\n";
  }
}
`;

/**
 * Tries to listen on a port beside whoever holds it, in every way there is; returns the ways that succeeded.
 * @param enter the command that runs another on the host that is meant; default: this one
 */
export function intrude(port: number, uid?: number, enter: readonly string[] = []): string[] {
  const [command = '', ...words] = [...enter, 'perl', '-e', program, String(port)];
  const { status, stdout, stderr } = spawnSync(command, words, {
    encoding: 'utf8',
    cwd: '/',
    ...(uid !== undefined && { uid, gid: uid }),
  });
  if (status !== 0) {
    throw new Error(`The intruder failed: ${stderr}`);
  }
  return stdout.split('\n').filter((line) => line !== '');
}
