import { Injectable } from '@nestjs/common';
import {
  settingPairs,
  type EndpointParams,
  type endpoints,
  type Language,
  type LocalizedText,
  type SettingKey,
  type SettingRow,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Config } from '../../../config/config.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { readParameters } from '../../../platform/http/read-input.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import {
  findPageSetting,
  type PageSetting,
} from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { SettingsRefusedError } from './setting.errors.js';
import { settingPlaces, toSettingRow } from './setting.presenter.js';
import { SettingRepository } from './setting.repository.js';

type Changes = EndpointParams<typeof endpoints.settings.save>['changes'];

const unknownSetting: LocalizedText = {
  cn: '没有这项设置，请刷新页面',
  en: 'there is no such setting; reload the page',
};
const fixedSetting = (variable: string): LocalizedText => ({
  cn: `由环境变量 ${variable} 固定：请在那里修改并重启，或删除该变量`,
  en: `the environment variable ${variable} decides it: change it there and restart, or remove it`,
});

/** The page of settings: what each is, and changes to several at once. */
@Injectable()
export class SettingsPage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SettingRepository,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly realtime: Realtime,
    private readonly afterCommit: AfterCommit,
  ) {}

  async list(): Promise<SettingRow[]> {
    const stored = await this.repository.listOf(settingPlaces.map(({ key }) => key));
    const byKey = new Map(stored.map((one) => [one.key, one]));
    return settingPlaces.flatMap((place) => {
      const definition = findPageSetting(place.key);
      return definition ? [toSettingRow(place, definition, byKey.get(place.key), this.config)] : [];
    });
  }

  /** All of them or none. @throws SettingsRefusedError */
  async save({ language }: Pick<Principal, 'language'>, changes: Changes): Promise<void> {
    const found = Object.keys(changes).map((key) => [key, findPageSetting(key)] as const);
    const definitions = found.flatMap(([, one]) => (one ? [one] : []));
    const fields = {
      ...this.readFaults(definitions, changes),
      ...Object.fromEntries(found.filter(([, one]) => !one).map(([key]) => [key, unknownSetting])),
    };
    if (Object.keys(fields).length > 0) {
      throw new SettingsRefusedError(fields, language);
    }
    if (definitions.length === 0) {
      return;
    }
    await this.dataSource.transaction(async (manager) => {
      await this.checkPairs(manager, language, changes);
      // In one order: two who save the same settings wait for each other, and never both.
      for (const one of definitions.sort((a, b) => (a.key < b.key ? -1 : 1))) {
        await this.settings.set(one, changes[one.key], manager);
      }
      const topics = definitions.flatMap(({ page }) => page.shownTo ?? []);
      const audiences = [{ topic: 'settings' } as const, ...topics].map((one) =>
        audience.topic(one),
      );
      this.afterCommit.run(manager, () =>
        this.realtime.publish('settingsChanged', [...new Set(audiences)]),
      );
    });
  }

  /**
   * Holds new values against those that they are bound to. Two who save one of a pair each do it one after the other.
   * @throws SettingsRefusedError
   */
  private async checkPairs(
    manager: EntityManager,
    language: Language,
    changes: Changes,
  ): Promise<void> {
    const pairs = settingPairs.filter(({ least, most }) => least in changes || most in changes);
    if (pairs.length === 0) {
      return;
    }
    await manager.query('LOCK TABLE setting IN SHARE ROW EXCLUSIVE MODE');
    // One that is stored wrongly counts as its default, as everywhere.
    const read = async (key: SettingKey): Promise<number> => {
      const definition = findPageSetting(key);
      return Number(changes[key] ?? (definition && (await this.settings.get(definition, manager))));
    };
    const fields: Record<string, LocalizedText> = {};
    for (const { least, most, ofLeast, ofMost } of pairs) {
      if ((await read(least)) > (await read(most))) {
        Object.assign(fields, least in changes ? { [least]: ofLeast } : { [most]: ofMost });
      }
    }
    if (Object.keys(fields).length > 0) {
      throw new SettingsRefusedError(fields, language);
    }
  }

  /** What is wrong with each new value; also that the environment decides in its place. */
  private readFaults(
    definitions: readonly PageSetting[],
    changes: Changes,
  ): Record<string, LocalizedText> {
    const shape = Object.fromEntries(definitions.map(({ key, schema }) => [key, schema]));
    const fixed = definitions.flatMap(({ key, page }) => {
      const by = page.fixedBy?.(this.config);
      return by ? [[key, fixedSetting(by.variable)] as const] : [];
    });
    return { ...readParameters(z.object(shape), changes).fields, ...Object.fromEntries(fixed) };
  }
}
