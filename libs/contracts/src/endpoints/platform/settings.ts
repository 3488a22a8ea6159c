import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import type { LocalizedText } from '../../envelope.js';
import { nothing, wireTime } from '../../wire.js';
import { emailSchema, mobileSchema } from '../identity/user-schemas.js';

const managing = { anyPermission: ['system.manage'] } as const;

/** The settings that administrators change, in the groups and in the order of their page. */
export const settingGroups = {
  platform: ['publicUrl', 'timeZone'],
  mail: ['mailHost', 'mailPort', 'mailSecurity', 'mailUser', 'mailPassword', 'mailFrom'],
  sms: ['smsWebhookUrl'],
  sessions: ['sessionIdleHours', 'sessionMaxDays'],
  files: [
    'defaultQuotaBytes',
    'trashDays',
    'fileVersions',
    'fileVersionDays',
    'packageBytesPerUser',
    'refuseWindowsNames',
  ],
  shares: ['visitorDropBoxes'],
  jobs: [
    'maxWaitingJobs',
    'queueSharePerUser',
    'jobOutputDays',
    'jobOutputBytesPerUser',
    'jobDays',
  ],
  alerts: ['alertCpuPercent', 'alertMemoryPercent', 'alertMinutes', 'alertOfflineMinutes'],
  records: [
    'logDays',
    'applicationDays',
    'decidedApplicationDays',
    'metricsDays',
    'rawMetricsDays',
  ],
} as const;

export type SettingGroup = keyof typeof settingGroups;
export type SettingKey = (typeof settingGroups)[SettingGroup][number];

export const settingGroupNames = Object.keys(settingGroups) as SettingGroup[];
export const settingKeys: readonly SettingKey[] = Object.values(settingGroups).flat();

/** Two settings of one unit: the first is at most the second. What each is told where it breaks that. */
export interface SettingPair {
  readonly least: SettingKey;
  readonly most: SettingKey;
  readonly ofLeast: LocalizedText;
  readonly ofMost: LocalizedText;
}

export const settingPairs: readonly SettingPair[] = [
  {
    least: 'rawMetricsDays',
    most: 'metricsDays',
    ofLeast: {
      cn: '原始采样不能比平均值保留得更久',
      en: 'samples cannot be kept for longer than averages',
    },
    ofMost: {
      cn: '平均值不能比原始采样保留得更短',
      en: 'averages cannot be kept for less time than samples',
    },
  },
  {
    least: 'jobOutputDays',
    most: 'jobDays',
    ofLeast: {
      cn: '任务输出不能比任务本身保留得更久',
      en: 'output cannot be kept for longer than its job',
    },
    ofMost: {
      cn: '任务不能比其输出保留得更短',
      en: 'jobs cannot be kept for less time than their output',
    },
  },
  {
    least: 'applicationDays',
    most: 'decidedApplicationDays',
    ofLeast: {
      cn: '文件列表不能比申请本身保留得更久',
      en: 'lists of files cannot be kept for longer than their applications',
    },
    ofMost: {
      cn: '申请不能比其文件列表保留得更短',
      en: 'applications cannot be kept for less time than their lists of files',
    },
  },
];

/** How a value is read and shown; `integer` is a plain number, a `secret` is written and never shown. */
export const settingKinds = [
  'integer',
  'bytes',
  'minutes',
  'hours',
  'days',
  'percent',
  'boolean',
  'text',
  'timeZone',
  'choice',
  'secret',
] as const;
export type SettingKind = (typeof settingKinds)[number];

/** Null: none, where the setting is optional. */
export const settingValue = z.union([z.boolean(), z.number(), z.string().max(2_000), z.null()]);
export type SettingValue = z.infer<typeof settingValue>;

export const settingRow = z.object({
  key: z.enum(settingKeys),
  group: z.enum(settingGroupNames),
  kind: z.enum(settingKinds),
  /** Of a number; null: no bound. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** What a `choice` is made of. */
  choices: z.array(z.string()),
  /** Null is a value: none. */
  isOptional: z.boolean(),
  /** Null of a secret. */
  default: settingValue,
  /** What is stored, or what the environment says; null of a secret. */
  value: settingValue,
  /** Of a secret: there is one. */
  isSet: z.boolean(),
  /** False for a value of the database that breaks the rule of its setting: it counts for nothing. */
  isValid: z.boolean(),
  /** The environment variable that decides in place of the setting. */
  fixedBy: z.string().nullable(),
  /** A new value counts from the next start on. */
  needsRestart: z.boolean(),
  /** There is a new value, and the platform still runs with the one before. */
  isAwaitingRestart: z.boolean(),
  /** Who changed it last; null: nobody, or a user who is gone. */
  changedBy: z.string().nullable(),
  changedTime: wireTime.nullable(),
});
export type SettingRow = z.infer<typeof settingRow>;

export const settingEndpoints = {
  list: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/systemSetting/list',
    summary: 'Every setting with its value, range, default, and who changed it when.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: z.array(settingRow),
  }),
  save: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/systemSetting/save',
    summary:
      'Change settings, by key: all of them or none. A refusal names what is wrong with each.',
    access: managing,
    audited: true,
    input: z.object({
      changes: z.record(z.string().max(64), settingValue).meta({ examples: [{ trashDays: 14 }] }),
    }),
    result: nothing,
  }),
  testMail: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/systemSetting/testMail',
    summary: 'Send a mail with the saved settings, to see whether it arrives.',
    access: managing,
    audited: true,
    logged: ['email'],
    turn: 'wait',
    input: z.object({ email: emailSchema }),
    result: nothing,
  }),
  testSms: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/systemSetting/testSms',
    summary: 'Send a text message with the saved settings, to see whether it arrives.',
    access: managing,
    audited: true,
    logged: ['mobile'],
    turn: 'wait',
    input: z.object({ mobile: mobileSchema }),
    result: nothing,
  }),
} as const;
