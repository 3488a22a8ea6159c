import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting } from './setting-definition.js';
import { Settings } from './settings.service.js';

/** Made once, by the first who asks; a restored backup brings its own along. */
const installationId = defineSetting({
  key: 'operations.installationId',
  schema: z.uuid(),
  initial: () => randomUUID(),
});

/**
 * Which installation this is (docs/decisions/a-licence-is-for-an-installation.md): all its servers and workers, on whatever hosts and
 * in whatever containers they run, are the same one.
 */
@Injectable()
export class Installation {
  constructor(private readonly settings: Settings) {}

  /** Null: what is stored is no id, which the health page says; it keeps nobody from taking a backup. */
  async findId(): Promise<string | null> {
    return (
      installationId.schema.safeParse(await this.settings.getStored(installationId)).data ?? null
    );
  }

  /** What licences name it by: 64 hex digits that do not tell the id. */
  async fingerprint(): Promise<string> {
    const id = await this.settings.get(installationId);
    return createHash('sha256').update(`clusterdesk-machine:${id}`).digest('hex');
  }
}
