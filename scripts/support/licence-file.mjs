/**
 * Signs and checks licence files as the server reads them (apps/server: features/operations/licence/licence-document.ts; the format is
 * described in docs/operations.md, Licence). The two share no code, so that a key can be kept where no platform is; a spec holds them
 * together.
 */
import { createHash, createPublicKey, sign, verify } from 'node:crypto';

/** The names of an object in order, no white space (RFC 8785, for what a licence holds). */
export function canonicalJson(value) {
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

const spkiOf = (key) =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });

/** A public key as LICENCE_PUBLIC_KEY takes it. @param key a public or a private one */
export const publicKeyText = (key) => spkiOf(key).toString('base64');

/** By what a licence names the key that signed it. */
export const keyIdOf = (key) => createHash('sha256').update(spkiOf(key)).digest('hex').slice(0, 16);

/** A licence with its head, the name of the key and its signature. */
export function signLicence(licence, privateKey) {
  const document = {
    format: 'clusterdesk-licence',
    version: 1,
    ...licence,
    key: keyIdOf(privateKey),
  };
  const signature = sign(null, Buffer.from(canonicalJson(document)), privateKey);
  return { ...document, signature: signature.toString('base64') };
}

/** Whether the signature is that of this key, over exactly this content. */
export function isGenuine({ signature, ...document }, publicKey) {
  const bytes = Buffer.from(canonicalJson(document));
  return verify(null, bytes, publicKey, Buffer.from(String(signature), 'base64'));
}
