import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';
import { Settings, type SettingDefinition } from '../../platform/settings/settings.service.js';
import { passwordUnreadable } from './identity.errors.js';

const keyPairSchema = z.object({ publicKey: z.string(), privateKey: z.string() });

/** The platform's RSA 3072 key for passwords on their way, made at the first start (contract: Sign-in). */
const passwordKey: SettingDefinition<typeof keyPairSchema> = {
  key: 'identity.password-key',
  schema: keyPairSchema,
  initial: () =>
    promisify(generateKeyPair)('rsa', {
      modulusLength: 3072,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
};

/** argon2id with OWASP's first choice of parameters; memory in KiB. */
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords on the wire and at rest. */
@Injectable()
export class PasswordService {
  private keyPair: Promise<z.output<typeof keyPairSchema>> | undefined;

  constructor(private readonly settings: Settings) {}

  async publicKey(): Promise<string> {
    return (await this.keys()).publicKey;
  }

  /**
   * Reads a password that travelled as base64 of RSA-OAEP (SHA-256).
   * @throws DomainError 400 when it does not decrypt.
   */
  async decrypt(encrypted: string): Promise<string> {
    const { privateKey } = await this.keys();
    try {
      return privateDecrypt(
        {
          key: createPrivateKey(privateKey),
          oaepHash: 'sha256',
          padding: constants.RSA_PKCS1_OAEP_PADDING,
        },
        Buffer.from(encrypted, 'base64'),
      ).toString('utf8');
    } catch {
      throw passwordUnreadable();
    }
  }

  /** Off the event loop: the library works in a thread pool. */
  hash(password: string): Promise<string> {
    return hash(password, argon);
  }

  verify(passwordHash: string, password: string): Promise<boolean> {
    return verify(passwordHash, password);
  }

  private keys(): Promise<z.output<typeof keyPairSchema>> {
    this.keyPair ??= this.settings.get(passwordKey).catch((error: unknown) => {
      this.keyPair = undefined;
      throw error;
    });
    return this.keyPair;
  }
}
