import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface HostAndPort {
  host: string;
  port: number;
}

/** Where Redis or Valkey is, and how it is spoken to. */
export interface RedisPlace {
  /** One server, or the name under which sentinels know the one that is the master now. */
  at: HostAndPort | { masterName: string; sentinels: HostAndPort[]; password: string | undefined };
  username: string | undefined;
  password: string | undefined;
  db: number;
  /** Undefined: nothing is encrypted. Sentinels are spoken to in the same way. `ca`: instead of the authorities that Node knows. */
  tls: { ca: string | undefined } | undefined;
}

export interface RedisVariables {
  REDIS_URL?: string | undefined;
  REDIS_CA_FILE?: string | undefined;
  REDIS_SENTINELS?: HostAndPort[] | undefined;
  REDIS_SENTINEL_PASSWORD?: string | undefined;
}

const ports = { server: 6379, sentinel: 26_379 };

/** REDIS_SENTINELS: `host:port,host:port`; an address of IPv6 in brackets. */
export const sentinelList = z.string().transform((text, context): HostAndPort[] => {
  const found = text.split(',').map((one) => readHostAndPort(one.trim()));
  if (found.every((one) => one !== null)) {
    return found;
  }
  context.addIssue({ code: 'custom', message: 'must be host:port,host:port' });
  return z.NEVER;
});

/** REDIS_CA_FILE: read at the start, so that a wrong one stops it. Gives the certificates as PEM. */
export const caFile = z.string().transform((path, context): string => {
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return refuse('must be a file that can be read');
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return certificates?.every(isCertificate)
    ? certificates.join('\n')
    : refuse('must be a file of certificates in PEM');
});

/** What is wrong with the variables together: the name of one, and what it must be. */
export function findRedisFault(given: RedisVariables): [name: string, message: string] | null {
  const { REDIS_URL, REDIS_CA_FILE, REDIS_SENTINELS, REDIS_SENTINEL_PASSWORD } = given;
  if (REDIS_SENTINEL_PASSWORD !== undefined && !REDIS_SENTINELS) {
    return ['REDIS_SENTINEL_PASSWORD', 'needs REDIS_SENTINELS'];
  }
  if (REDIS_URL === undefined) {
    const name = REDIS_SENTINELS ? 'REDIS_SENTINELS' : 'REDIS_CA_FILE';
    return REDIS_SENTINELS || REDIS_CA_FILE !== undefined ? [name, 'needs REDIS_URL'] : null;
  }
  if (!URL.canParse(REDIS_URL)) {
    // The variable's own rule says so.
    return null;
  }
  const url = new URL(REDIS_URL);
  if (REDIS_CA_FILE !== undefined && url.protocol !== 'rediss:') {
    return ['REDIS_CA_FILE', 'needs a REDIS_URL that begins with rediss://'];
  }
  if (REDIS_SENTINELS && url.port !== '') {
    return [
      'REDIS_URL',
      'must have the name of the master in the place of host and port, as REDIS_SENTINELS is set',
    ];
  }
  // What would be left out unseen, such as options in a query, is refused.
  const isWhole =
    url.hostname !== '' && /^\/?\d*$/.test(url.pathname) && url.search === '' && url.hash === '';
  return isWhole && canDecode(url.username) && canDecode(url.password)
    ? null
    : [
        'REDIS_URL',
        'must be redis://user:password@host:port/number, with the characters %, /, ? and # of a password as %25, %2F, %3F and %23',
      ];
}

/** @param given variables without a fault */
export function readRedisPlace(given: RedisVariables): RedisPlace | undefined {
  const { REDIS_URL, REDIS_CA_FILE, REDIS_SENTINELS, REDIS_SENTINEL_PASSWORD } = given;
  if (REDIS_URL === undefined) {
    return undefined;
  }
  const url = new URL(REDIS_URL);
  return {
    at: REDIS_SENTINELS
      ? {
          masterName: decodeURIComponent(url.hostname),
          sentinels: REDIS_SENTINELS,
          password: REDIS_SENTINEL_PASSWORD,
        }
      : hostAndPort(url, ports.server),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1)),
    tls: url.protocol === 'rediss:' ? { ca: REDIS_CA_FILE } : undefined,
  };
}

function readHostAndPort(text: string): HostAndPort | null {
  const isPlain = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(:\d+)?$/i.test(text);
  return isPlain && URL.canParse(`redis://${text}`)
    ? hostAndPort(new URL(`redis://${text}`), ports.sentinel)
    : null;
}

function hostAndPort({ hostname, port }: URL, usual: number): HostAndPort {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usual) };
}

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem));
  } catch {
    return false;
  }
}

function canDecode(text: string): boolean {
  try {
    // What is not used, bundlers take for free of effects, and leave out.
    return typeof decodeURIComponent(text) === 'string';
  } catch {
    return false;
  }
}
