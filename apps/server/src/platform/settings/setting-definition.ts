import type { SettingKind, Topic } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Config } from '../../config/config.js';

/** A platform-wide value: its key, its shape, and how to make it when it is not there yet. */
export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  /** `feature.name`; those of the administrators' page, and a few older ones, are bare names of the contract. */
  readonly key: string;
  readonly schema: Schema;
  readonly initial: () => z.output<Schema> | Promise<z.output<Schema>>;
  /** A key or a password: neither the log nor an administration page shows its value. */
  readonly isSecret?: boolean;
  /** How administrators see it on the page of settings; absent: it is the platform's own. */
  readonly page?: SettingPage<z.output<Schema>>;
  /** What else must be true with a new value, in the transaction that stores it. */
  readonly whenSet?: (manager: EntityManager) => Promise<void>;
}

/** What the page of settings must know beyond the schema, which says range and choices. */
export interface SettingPage<Value = unknown> {
  readonly kind: SettingKind;
  /** Other pages show it, too: those who watch this hear `settingsChanged` when it is changed. */
  readonly shownTo?: Topic;
  /** It is read once, when a process starts: what this one runs with. */
  readonly readAtStart?: (config: Config) => Value;
  /** The variable of the environment that decides in its place, and what it says; undefined: none is set. */
  readonly fixedBy?: (config: Config) => { variable: string; value: Value } | undefined;
}

/** One that administrators see. */
export type PageSetting = SettingDefinition & { readonly page: SettingPage };

const known = new Map<string, SettingDefinition>();

/** Declares a setting. A key is declared once. */
export function defineSetting<Schema extends z.ZodType>(
  definition: SettingDefinition<Schema>,
): SettingDefinition<Schema> {
  if (known.has(definition.key)) {
    throw new Error(`The setting ${definition.key} is declared twice.`);
  }
  known.set(definition.key, definition);
  return definition;
}

/** The setting of this key, when it is one that administrators see. */
export function findPageSetting(key: string): PageSetting | undefined {
  const found = known.get(key);
  return found?.page && { ...found, page: found.page };
}

/** All that are declared. */
export const settingDefinitions = (): SettingDefinition[] => [...known.values()];

/** The keys of all that administrators see. */
export const pageSettingKeys = (): string[] =>
  [...known.values()].filter(({ page }) => page).map(({ key }) => key);
