import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** An Ed25519 public key as its PEM, whose lines may be written `\n`, or as the base64 of its SPKI; null for anything else. */
function readKey(text: string): KeyObject | null {
  const pem = text.replaceAll('\\n', '\n').trim();
  try {
    const key = pem.startsWith('-----')
      ? createPublicKey(pem)
      : createPublicKey({ key: Buffer.from(pem, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** LICENCE_PUBLIC_KEY. Node would make a public key of a private one, which has no place on a platform. */
export const licenceKey = z.string().transform((text, context): KeyObject => {
  const key = /PRIVATE/.test(text) ? null : readKey(text);
  if (key) {
    return key;
  }
  context.addIssue({
    code: 'custom',
    message: 'must be the Ed25519 public key that npm run licence -- keygen printed',
  });
  return z.NEVER;
});
