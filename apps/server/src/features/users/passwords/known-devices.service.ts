import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { nameKey } from '../names/user-name.js';

const deviceKey = defineSetting({
  key: 'identity.device-key',
  schema: z.string(),
  initial: () => randomBytes(32).toString('base64'),
  isSecret: true,
});

/**
 * Devices on which the right password for a name was given recently. A device shows a token that the platform signed then; it
 * grants nothing, and only gives the device a count of its own (docs/decisions/guesses-count-by-address.md).
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly settings: Settings) {}

  /** A new token, valid for thirty days. @param id the device's, where it is known already */
  async issue(userName: string, id = randomBytes(12).toString('base64url')): Promise<string> {
    const expiresAt = Date.now() + limits.knownDeviceMs;
    return `${id}.${expiresAt}.${(await this.sign(userName, id, expiresAt)).toString('base64url')}`;
  }

  /** @param tokens what the device keeps for everybody who signed in on it. @returns its id; null: it is not known for this name */
  async find(userName: string, tokens: readonly string[]): Promise<string | null> {
    for (const token of tokens) {
      const [id = '', expires = '', mac = ''] = token.split('.');
      const shown = Buffer.from(mac, 'base64url');
      const expiresAt = Number(expires);
      const right = await this.sign(userName, id, expiresAt);
      if (
        expiresAt > Date.now() &&
        shown.length === right.length &&
        timingSafeEqual(shown, right)
      ) {
        return id;
      }
    }
    return null;
  }

  private async sign(userName: string, id: string, expiresAt: number): Promise<Buffer> {
    return createHmac('sha256', await this.settings.get(deviceKey))
      .update(JSON.stringify([nameKey(userName), id, expiresAt]))
      .digest();
  }
}
