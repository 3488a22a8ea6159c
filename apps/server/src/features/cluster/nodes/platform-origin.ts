import { networkInterfaces } from 'node:os';
import type { Request } from 'express';
import type { Config } from '../../../config/config.js';

/** A host with an optional port, without characters that are special in a shell or a URL. */
const plainHost = /^(\[[\da-f:]+\]|[a-z\d.-]+)(:\d{1,5})?$/i;
const loopback = /^(localhost|(.+\.)localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;
/** Every address of the server's host. */
const everywhere = /^(0\.0\.0\.0|::)$/;
/** Networks of containers and virtual machines within the host: no other host reaches them. */
const virtualNetwork = /^(docker|br-|veth|virbr|cni|lxc|lxd)/;

/** Where hosts reach the platform. */
export interface PlatformReach {
  /** Without a slash at the end; the first is the best. */
  origins: [string, ...string[]];
  /** Nobody configured an address, and the caller's own one is no other host's. */
  isGuessed: boolean;
}

/**
 * The address at which hosts reach the platform: the configured one, otherwise the one this request used. The caller controls
 * that header, but the resulting command is shown to this caller only.
 */
export function platformOrigin(
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  request: Pick<Request, 'get' | 'protocol'>,
): string {
  if (publicUrl !== undefined) {
    return publicUrl;
  }
  const host = request.get('host') ?? '';
  return plainHost.test(host)
    ? `${request.protocol}://${host}`
    : `http://127.0.0.1:${String(port)}`;
}

/** The same for a host that is not the caller's: instead of a loopback address those of the server in its networks. */
export function platformReach(
  config: Pick<Config, 'publicUrl' | 'port' | 'host'>,
  request: Pick<Request, 'get' | 'protocol'>,
  networks = networkInterfaces(),
): PlatformReach {
  const origin = platformOrigin(config, request);
  if (config.publicUrl !== undefined || !loopback.test(new URL(origin).hostname)) {
    return { origins: [origin], isGuessed: false };
  }
  const listening = everywhere.test(config.host)
    ? lanAddresses(networks)
    : [config.host].filter((host) => !loopback.test(host));
  const [best = origin, ...others] = listening.map(
    (address) => `http://${address}:${String(config.port)}`,
  );
  return { origins: [best, ...others], isGuessed: true };
}

const lanAddresses = (networks: ReturnType<typeof networkInterfaces>): string[] =>
  Object.entries(networks)
    .filter(([name]) => !virtualNetwork.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
