import { createPrivateKey, generateKeyPair, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';
import { Semaphore } from '../../../platform/concurrency.js';
import { Hooks } from '../../../platform/hooks/hooks.service.js';
import { defineSetting, settingChanged } from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import {
  PasswordCommonError,
  PasswordLengthError,
  PasswordsBusyError,
  PasswordUnreadableError,
} from './password.errors.js';
import { hasPasswordLength, isGuessable } from './password.policy.js';

const keyPairSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/** The platform's RSA 3072 key for passwords on their way, made at the first start (contract: Sign-in). */
export const passwordKey = defineSetting({
  key: 'identity.password-key',
  schema: keyPairSchema,
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

/** A hash takes some 10 to 50 ms: callers behind so many others would wait for seconds, and are refused at once. */
const hashesWaiting = 100;

/** Passwords on the wire and at rest. */
@Injectable()
export class PasswordService implements OnModuleInit {
  /** Part of the pool stays free for files and name look-ups, however many sign in at once. */
  private readonly hashing = new Semaphore(hashesAtOnce, {
    maxWaiting: hashesWaiting,
    refuse: () => new PasswordsBusyError(),
  });
  private cryptoKey: Promise<webcrypto.CryptoKey> | undefined;
  private keyPair: Promise<z.output<typeof keyPairSchema>> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly hooks: Hooks,
  ) {}

  /** Another key, after a restore for example: the cached old one is dropped. */
  onModuleInit(): void {
    this.hooks.on(settingChanged, ({ key }) => {
      if (key === passwordKey.key) {
        this.keyPair = undefined;
        this.cryptoKey = undefined;
      }
    });
  }

  async publicKey(): Promise<string> {
    return (await this.keys()).publicKey;
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
    const { privateKey } = await this.keys();
    this.cryptoKey ??= webcrypto.subtle.importKey(
      'pkcs8',
      createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' }),
      { name: 'RSA-OAEP', hash: 'SHA-256' },
      false,
      ['decrypt'],
    );
    return this.cryptoKey;
  }

  private keys(): Promise<z.output<typeof keyPairSchema>> {
    this.keyPair ??= this.settings.get(passwordKey).catch((error: unknown) => {
      this.keyPair = undefined;
      throw error;
    });
    return this.keyPair;
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
