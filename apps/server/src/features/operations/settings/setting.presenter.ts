import { settingGroups, type SettingGroup, type SettingRow } from '@clusterdesk/contracts';
import { z } from 'zod';
import type { Config } from '../../../config/config.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import type { PageSetting } from '../../../platform/settings/setting-definition.js';
import type { StoredSetting } from './setting.repository.js';

type Value = SettingRow['value'];

/** What the rule of a setting says in JSON Schema; an optional one is a choice between it and null. */
interface Rule {
  type?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  anyOf?: Rule[];
}

/** The row of one setting, as administrators see it. @param stored undefined: nobody has asked for it or set it yet */
export function toSettingRow(
  { key, group }: { key: SettingRow['key']; group: SettingGroup },
  { schema, page, isSecret = false, initial }: PageSetting,
  stored: StoredSetting | undefined,
  config: Config,
): SettingRow {
  const fixed = page.fixedBy?.(config);
  const byDefault = toValue(initial());
  const current = fixed ? fixed.value : stored ? stored.value : byDefault;
  return {
    key,
    group,
    kind: page.kind,
    ...readRule(schema),
    default: isSecret ? null : byDefault,
    value: isSecret ? null : toValue(current),
    isSet: isSecret && current !== null,
    isValid: fixed !== undefined || schema.safeParse(current).success,
    fixedBy: fixed?.variable ?? null,
    needsRestart: page.readAtStart !== undefined,
    isAwaitingRestart: page.readAtStart !== undefined && current !== page.readAtStart(config),
    changedBy: stored?.changedBy ?? null,
    changedTime: stored?.changedAt ? wireTime(stored.changedAt, config.timeZone) : null,
  };
}

/** The keys of the page with their groups, in its order. */
export const settingPlaces = Object.entries(settingGroups).flatMap(([group, keys]) =>
  keys.map((key) => ({ key, group: group as SettingGroup })),
);

function readRule(schema: z.ZodType): Pick<SettingRow, 'min' | 'max' | 'choices' | 'isOptional'> {
  const whole = z.toJSONSchema(schema, { io: 'input' }) as Rule;
  const rule = whole.anyOf?.find(({ type }) => type !== 'null') ?? whole;
  return {
    min: rule.minimum ?? null,
    // An integer without a bound of its own.
    max: rule.maximum === Number.MAX_SAFE_INTEGER ? null : (rule.maximum ?? null),
    choices: rule.enum ?? [],
    isOptional: schema.safeParse(null).success,
  };
}

/** What somebody wrote into the database may be anything; it is shown as it stands there. */
function toValue(value: unknown): Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as Value)
    : JSON.stringify(value);
}
