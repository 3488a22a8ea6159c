import { Injectable } from '@nestjs/common';
import { settingValue, type BrokenSetting } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../../config/config.js';
import {
  settingDefinitions,
  type SettingDefinition,
} from '../../../../platform/settings/setting-definition.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** Stored settings that break their rules: a statement in the database, or a restored row of another version, can bring them. */
@Injectable()
export class SettingHealth implements HealthLooker {
  readonly looks = { settings: () => this.lookAtSettings() };

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  private async lookAtSettings(): Promise<Finding> {
    const rows = await this.dataSource.query<{ key: string; value: unknown }[]>(
      'SELECT key, value FROM setting',
    );
    const stored = new Map(rows.map(({ key, value }) => [key, value]));
    const broken = settingDefinitions().filter(
      ({ key, schema, page }) =>
        stored.has(key) &&
        // What the environment decides is not read.
        page?.fixedBy?.(this.config) === undefined &&
        !schema.safeParse(stored.get(key)).success,
    );
    const brokenSettings = await Promise.all(broken.map(toBrokenSetting));
    const facts = { brokenValues: broken.length };
    if (broken.some(({ page }) => !page)) {
      return { state: 'failed', reason: 'settingsUnusable', facts, brokenSettings };
    }
    return broken.length > 0
      ? { state: 'warning', reason: 'settingsBroken', facts, brokenSettings }
      : { state: 'ok', facts };
  }
}

async function toBrokenSetting(definition: SettingDefinition): Promise<BrokenSetting> {
  const { key, page, isSecret = false, initial } = definition;
  return {
    key,
    kind: page?.kind ?? null,
    inUse: page && !isSecret ? settingValue.parse(await initial()) : null,
  };
}
