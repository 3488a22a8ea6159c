/** Base64 of the bytes. */
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The bytes inside a PEM block. */
function pemBytes(pem: string): Uint8Array<ArrayBuffer> {
  const text = atob(pem.replace(/-----[^-]+-----|\s/g, ''));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** RSA-OAEP (SHA-256) with the browser's own code; exists on https and localhost only. */
export async function encryptWithBrowser(publicKey: string, password: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'spki',
    pemBytes(publicKey),
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['encrypt'],
  );
  const encrypted = await crypto.subtle.encrypt(
    { name: 'RSA-OAEP' },
    key,
    new TextEncoder().encode(password),
  );
  return toBase64(new Uint8Array(encrypted));
}

/** The same in JavaScript, for plain-http addresses in a local network. */
export async function encryptWithForge(publicKey: string, password: string): Promise<string> {
  const { default: forge } = await import('node-forge');
  const key = forge.pki.publicKeyFromPem(publicKey);
  const encrypted = key.encrypt(forge.util.encodeUtf8(password), 'RSA-OAEP', {
    md: forge.md.sha256.create(),
    mgf1: { md: forge.md.sha256.create() },
  });
  return forge.util.encode64(encrypted);
}

/** How a password travels: base64 of RSA-OAEP (SHA-256) of its UTF-8 bytes (contract: Sign-in). */
export const encryptWithPublicKey = (publicKey: string, password: string): Promise<string> =>
  // `crypto.subtle` is absent on plain http, whatever the types say.
  (crypto.subtle as SubtleCrypto | undefined)
    ? encryptWithBrowser(publicKey, password)
    : encryptWithForge(publicKey, password);
