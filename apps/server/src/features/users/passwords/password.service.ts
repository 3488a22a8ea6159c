import { createPrivateKey, generateKeyPair, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';
import { Semaphore } from '../../../platform/concurrency.js';
import { defineSetting } from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import {
  PasswordCommonError,
  PasswordLengthError,
  PasswordsBusyError,
  PasswordUnreadableError,
} from './password.errors.js';
import { hasPasswordLength, isGuessable } from './password.policy.js';

/** The platform's RSA 3072 key for passwords in transit, made at the first start (contract: Sign-in). */
export const passwordKey = defineSetting({
  key: 'identity.password-key',
  schema: z.object({ publicKey: z.string(), privateKey: z.string() }),
  initial: () =>
    promisify(generateKeyPair)('rsa', {
      modulusLength: 3072,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  isSecret: true,
});

/** argon2id with OWASP's first choice of parameters; memory in KiB. */
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const hashesAtOnce = 2;

/** A hash takes some 10 to 50 ms: callers behind this many others would wait for seconds, and are refused at once. */
const hashesWaiting = 100;

/** Passwords on the wire and at rest. */
@Injectable()
export class PasswordService {
  /** Leaves part of the pool to files and name look-ups, however many users sign in at once. */
  private readonly hashing = new Semaphore(hashesAtOnce, {
    maxWaiting: hashesWaiting,
    refuse: () => new PasswordsBusyError(),
  });
  /** The imported key: importing takes milliseconds. Another text (after a restore, for example) is imported anew. */
  private imported: { pem: string; key: Promise<webcrypto.CryptoKey> } | undefined;

  constructor(private readonly settings: Settings) {}

  async publicKey(): Promise<string> {
    return (await this.settings.get(passwordKey)).publicKey;
  }

  /**
   * Reads a password that travelled as base64 of RSA-OAEP (SHA-256).
   * @throws DomainError 400 when it does not decrypt.
   */
  async decrypt(encrypted: string): Promise<string> {
    const key = await this.decryptionKey();
    try {
      const bytes = await webcrypto.subtle.decrypt(
        { name: 'RSA-OAEP' },
        key,
        Buffer.from(encrypted, 'base64'),
      );
      return Buffer.from(bytes).toString('utf8');
    } catch {
      throw new PasswordUnreadableError();
    }
  }

  /**
   * Reads a password that is to be set for a user.
   * @throws DomainError 400 when it does not decrypt, or is none that the user may have.
   */
  async readNew(encrypted: string, userName: string): Promise<string> {
    const password = await this.decrypt(encrypted);
    assertUsablePassword(password, userName);
    return password;
  }

  /** Off the event loop: the library works in Node's thread pool. @throws DomainError 503 when too many wait. */
  hash(password: string): Promise<string> {
    return this.hashing.run(() => hash(password, argon));
  }

  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.hashing.run(() => verify(passwordHash, password));
  }

  /** Web Crypto decrypts off the event loop too. */
  private async decryptionKey(): Promise<webcrypto.CryptoKey> {
    const { privateKey: pem } = await this.settings.get(passwordKey);
    if (this.imported?.pem !== pem) {
      const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
      const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
      this.imported = {
        pem,
        key: webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['decrypt']),
      };
    }
    return this.imported.key;
  }
}

/** @throws DomainError 400 for a password that is too short, too long, or the first that a guesser tries. */
export function assertUsablePassword(password: string, userName: string): void {
  if (!hasPasswordLength(password)) {
    throw new PasswordLengthError();
  }
  if (isGuessable(password, userName)) {
    throw new PasswordCommonError();
  }
}
