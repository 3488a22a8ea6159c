import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { ConfigError } from '../config-error.js';
import { messageOf } from '../log.js';

const pemBlocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Newer Nodes than the oldest supported one can tell what they trust with NODE_EXTRA_CA_CERTS and their options. */
const node: {
  rootCertificates: readonly string[];
  getCACertificates?: (type: 'default') => string[];
} = tls;

/**
 * Whom to trust with the certificates of a file: those that Node trusts by itself, and the file's. A list that is given to a TLS
 * connection takes the place of Node's own. @returns certificates, PEM. Throws ConfigError.
 */
export function readAuthorities(path: string): string[] {
  return [...ownAuthorities(), ...readCertificates('AGENT_CA_FILE', path)];
}

function ownAuthorities(): readonly string[] {
  if (node.getCACertificates) {
    return node.getCACertificates('default');
  }
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  return extra
    ? [...node.rootCertificates, ...readCertificates('NODE_EXTRA_CA_CERTS', extra)]
    : node.rootCertificates;
}

function readCertificates(setting: string, path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch (error) {
    throw new ConfigError([`${setting} cannot be read: ${messageOf(error)}.`]);
  }
  const blocks = text.match(pemBlocks) ?? [];
  if (blocks.length === 0) {
    throw new ConfigError([`${setting} ${path} holds no certificate in PEM form.`]);
  }
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch (error) {
      throw new ConfigError([
        `${setting} ${path}: certificate ${String(index + 1)} is damaged (${messageOf(error)}).`,
      ]);
    }
  });
  return blocks;
}
