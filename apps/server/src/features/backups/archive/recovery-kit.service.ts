import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Config } from '../../../config/config.js';
import { Installation } from '../../../platform/settings/installation.service.js';
import { version } from '../../../platform/version.js';
import { ArchiveDamagedError } from '../backup.errors.js';

export const recoveryFile = 'recovery.json';

/** `recovery.json`: what an archive does not hold and what is needed with it. Secrets by name and fingerprint only. */
const kitSchema = z.object({
  takenAt: z.string().max(64),
  version: z.string().max(64),
  /** Which installation it is of; absent in archives of older versions. */
  installationId: z.string().max(64).nullish(),
  /** Variables that are no secret. */
  settings: z.array(z.object({ name: z.string().max(64), value: z.string().max(2_000) })).max(64),
  /** Null: it was not set. */
  secrets: z
    .array(z.object({ name: z.string().max(64), fingerprint: z.string().max(200).nullable() }))
    .max(64),
});
export type RecoveryKitData = z.infer<typeof kitSchema>;

/** Of a secret, compared with when the backup was taken. */
export type SecretState = 'same' | 'changed' | 'missing';

/**
 * What opens a restored platform and lies outside of its database: the environment. Keys that the platform made by itself (of
 * passwords in transit, of sessions, of nodes) are rows and part of every backup.
 */
@Injectable()
export class RecoveryKit {
  constructor(
    private readonly config: Config,
    private readonly installation: Installation,
  ) {}

  /** The text of `recovery.json`. */
  async describe(takenAt: string): Promise<string> {
    const secrets = [];
    for (const [name, value] of Object.entries(this.secrets())) {
      secrets.push({ name, fingerprint: value === undefined ? null : await fingerprintOf(value) });
    }
    const kit: RecoveryKitData = {
      takenAt,
      version,
      installationId: await this.installation.findId(),
      settings: this.settings(),
      secrets,
    };
    return `${JSON.stringify(kit, null, 2)}\n`;
  }

  /** @throws ArchiveDamagedError */
  async read(archive: string): Promise<RecoveryKitData> {
    try {
      const text: unknown = JSON.parse(await readFile(join(archive, recoveryFile), 'utf8'));
      return kitSchema.parse(text);
    } catch {
      throw new ArchiveDamagedError(recoveryFile);
    }
  }

  /** Those that were set then, and how they stand now. */
  async compare({ secrets }: RecoveryKitData): Promise<{ name: string; state: SecretState }[]> {
    const now: Readonly<Record<string, string | undefined>> = this.secrets();
    const states: { name: string; state: SecretState }[] = [];
    for (const { name, fingerprint } of secrets) {
      if (fingerprint !== null) {
        const value = now[name];
        const isSame = value !== undefined && (await fits(value, fingerprint));
        states.push({ name, state: isSame ? 'same' : value === undefined ? 'missing' : 'changed' });
      }
    }
    return states;
  }

  private secrets(): Record<string, string | undefined> {
    const { config } = this;
    return {
      DEVELOP_PASSWORD: config.developPassword,
      MAIL_URL: config.mailUrl,
      METRICS_TOKEN: config.metricsToken,
      PROXY_SECRET: config.proxySecret,
      REDIS_SENTINEL_PASSWORD: config.redisSecrets.sentinelPassword,
      REDIS_URL: config.redisSecrets.url,
      SMS_WEBHOOK_URL: config.smsWebhookUrl,
    };
  }

  private settings(): RecoveryKitData['settings'] {
    const { config } = this;
    const given = {
      MAIL_FROM: config.mailFrom,
      PUBLIC_URL: config.publicUrl,
      SLURM_SHARED_DIR: config.slurm?.sharedDir,
      TIME_ZONE: config.timeZone,
      TRUST_PROXY: config.trustProxy === false ? undefined : String(config.trustProxy),
    };
    return Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value }],
    );
  }
}

/** Slow to make, or a short password could be guessed by its fingerprint. */
const derive = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt);
const cost = { N: 2 ** 16, maxmem: 128 * 1024 * 1024 };

async function fingerprintOf(value: string, salt = randomBytes(16)): Promise<string> {
  const hash = await derive(value, salt, 16, cost);
  return `${salt.toString('hex')}.${hash.toString('hex')}`;
}

async function fits(value: string, fingerprint: string): Promise<boolean> {
  const [salt = ''] = fingerprint.split('.');
  const given = Buffer.from(await fingerprintOf(value, Buffer.from(salt, 'hex')));
  const known = Buffer.from(fingerprint);
  return given.length === known.length && timingSafeEqual(given, known);
}
