/** Tries for ever to listen where the platform does, in every way, and answers whoever comes. */
export const thief = (port: number): string => `exec perl - <<'PERL'
use strict; use Socket qw(:all); $| = 1;
my @ways = map { my $reuse = $_; map { [@$_, $reuse] } (
  ['::1', AF_INET6], ['::', AF_INET6], ['127.0.0.1', AF_INET], ['0.0.0.0', AF_INET]) } (0, SO_REUSEADDR, SO_REUSEPORT);
for my $way (@ways) {
  next if fork;
  my ($address, $family, $reuse) = @$way;
  my $packed = inet_pton($family, $address);
  my $name = $family == AF_INET6 ? pack_sockaddr_in6(${port}, $packed) : pack_sockaddr_in(${port}, $packed);
  while (1) {
    socket(my $socket, $family, SOCK_STREAM, 0);
    setsockopt($socket, IPPROTO_IPV6, IPV6_V6ONLY, 1) if $family == AF_INET6;
    setsockopt($socket, SOL_SOCKET, $reuse, 1) if $reuse;
    if (bind($socket, $name) && listen($socket, 50)) {
      while (accept(my $client, $socket)) {
        sysread $client, my $request, 65536;
        print "GOT $request\\n";
        syswrite $client, "HTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\nConnection: close\\r\\n\\r\\nSTOLEN";
        close $client;
      }
    }
    close $socket;
    select undef, undef, undef, 0.005;
  }
}
print "trying\\n";
sleep 100;
PERL`;
