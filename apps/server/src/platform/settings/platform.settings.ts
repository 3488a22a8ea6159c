import { isTimeZone, ruleMessage } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defaultTimeZone } from '../../config/time-zone.js';
import { defineSetting } from './setting-definition.js';
import { addressText } from './setting-text.js';

/** How hosts and people reach the platform, an origin; null: as each caller reached it. */
export const publicUrl = defineSetting({
  key: 'publicUrl',
  schema: addressText('http:', 'https:')
    .transform((text) => new URL(text).origin)
    .nullable(),
  initial: () => null,
  page: {
    kind: 'text',
    fixedBy: (config) =>
      config.publicUrl === undefined
        ? undefined
        : { variable: 'PUBLIC_URL', value: config.publicUrl },
  },
});

/** In which dates and times are told and read. Read once, at the start of a process: `Config.timeZone` is what holds. */
export const timeZone = defineSetting({
  key: 'timeZone',
  schema: z
    .string()
    .max(64)
    .refine(
      isTimeZone,
      ruleMessage('请填写时区，例如 Asia/Shanghai', 'must be a time zone such as Asia/Shanghai'),
    ),
  initial: () => defaultTimeZone,
  page: {
    kind: 'timeZone',
    readAtStart: (config) => config.timeZone,
    fixedBy: (config) =>
      config.isTimeZoneGiven ? { variable: 'TIME_ZONE', value: config.timeZone } : undefined,
  },
});
