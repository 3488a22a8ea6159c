import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { isTimeZone } from '../../time-zone.js';
import { nothing, ruleMessage } from '../../wire.js';

/** What users choose for: kinds that a person thinks of as one. */
export const noticeGroups = [
  'shares',
  'requests',
  'decisions',
  'projects',
  'comments',
  'jobs',
  'desktops',
  'hosts',
  'platform',
  'security',
] as const;
export type NoticeGroup = (typeof noticeGroups)[number];

/** Where a notification reaches its user. */
export const noticeWays = ['bell', 'mail', 'browser'] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** Whether nobody can turn a group off in the bell. */
export const isAlwaysInBell = (group: NoticeGroup): boolean => group === 'security';

const noticeChoice = z.object({
  bell: z.boolean(),
  mail: z.boolean(),
  /** What is not in the bell is not shown by the browser either. */
  browser: z.boolean(),
});
export type NoticeChoice = z.infer<typeof noticeChoice>;

/** What holds for whoever chose nothing. */
export const defaultNoticeChoice: NoticeChoice = { bell: true, mail: false, browser: true };

/** A full hour of the day. */
const hour = z.number().int().min(0).max(23);

/** How one user is told of things. */
export const noticePreference = z.object({
  choices: z.record(z.enum(noticeGroups), noticeChoice),
  /** Mail soon, what comes within minutes in one; or once a day. */
  mailMode: z.enum(['soon', 'daily']),
  /** When the mail of the day goes. */
  digestHour: hour,
  /** From the first hour to the second, past midnight too, no mail goes and no browser shows anything; null: never. */
  quietHours: z
    .object({ from: hour, to: hour })
    .refine(
      ({ from, to }) => from !== to,
      ruleMessage('开始和结束时间不能相同', 'Choose two different hours'),
    )
    .nullable(),
  /** In which the hours count; null: the platform's. */
  timeZone: z
    .string()
    .max(64)
    .refine(
      isTimeZone,
      ruleMessage('请填写时区，例如 Asia/Shanghai', 'must be a time zone such as Asia/Shanghai'),
    )
    .nullable(),
});
export type NoticePreference = z.infer<typeof noticePreference>;

/** Why no mail reaches a user, if so: the platform sends none, or knows no address of the user. */
export const noticeMailStates = ['ready', 'off', 'noAddress'] as const;

/** How users are told of things; apart from the bell's own calls, which the first page has. */
export const noticePreferenceEndpoints = {
  get: defineEndpoint({
    feature: 'notifications',
    method: 'POST',
    path: '/notification/getPreference',
    summary: 'How the caller is told of things, and whether mail can reach the caller.',
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: noticePreference.extend({ mail: z.enum(noticeMailStates) }),
  }),
  set: defineEndpoint({
    feature: 'notifications',
    method: 'POST',
    path: '/notification/setPreference',
    summary:
      'Choose how the caller is told of things from now on: by the bell, by mail, by the browser, and when not. What is in the bell stays there.',
    access: 'signedIn',
    audited: false,
    turn: 'change',
    input: noticePreference,
    result: nothing,
  }),
} as const;
