import type { z } from 'zod';

/** A platform-wide value: its key, its shape, and how to make it when it is not there yet. */
export interface SettingDefinition<Schema extends z.ZodType = z.ZodType> {
  /** `feature.name`; a few older ones are bare names of the contract. */
  readonly key: string;
  readonly schema: Schema;
  readonly initial: () => z.output<Schema> | Promise<z.output<Schema>>;
  /** A key or a password: neither the log nor an administration page shows its value. */
  readonly isSecret?: boolean;
}

const known = new Set<string>();

/** Declares a setting. A key is declared once. */
export function defineSetting<Schema extends z.ZodType>(
  definition: SettingDefinition<Schema>,
): SettingDefinition<Schema> {
  if (known.has(definition.key)) {
    throw new Error(`The setting ${definition.key} is declared twice.`);
  }
  known.add(definition.key);
  return definition;
}
