import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { commaList, nothing, pageSchema, ruleMessage, wireBoolean, wireTime } from '../../wire.js';
import type { NoticeGroup } from '../identity/notice-preferences.js';

export const notificationRow = z.object({
  id: z.string(),
  /** `feature.what-happened`; says how `payload` reads. */
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** How many equal ones of one sender it stands for; `payload` is that of the last. */
  count: z.number(),
  isRead: z.boolean(),
  createTime: wireTime,
  /**
   * By the user's choices no browser may put it before others' windows now: not wanted, or within quiet hours. Absent: a server that
   * knows no choices, which every one may.
   */
  isQuiet: z.boolean().optional(),
});
export type NotificationRow = z.infer<typeof notificationRow>;

/** A kind of notification; features that send one declare it. */
export interface NotificationKind<Payload extends z.ZodType = z.ZodType> {
  /** `feature.what-happened`. */
  readonly kind: string;
  /** By which users choose how it reaches them. */
  readonly group: NoticeGroup;
  /** What the page makes its sentence of: ids and names, no sentence, for each reads it in another language. */
  readonly payload: Payload;
}

export function defineNotification<Payload extends z.ZodType>(
  kind: NotificationKind<Payload>,
): NotificationKind<Payload> {
  return kind;
}

const notificationId = /^\d{1,18}$/;

export const notificationEndpoints = {
  list: defineEndpoint({
    feature: 'notifications',
    method: 'POST',
    path: '/notification/list',
    summary: "The caller's notifications, newest first, and how many are unread.",
    access: 'signedIn',
    audited: false,
    input: z.object({ ...pageSchema, unreadOnly: wireBoolean.optional() }),
    result: z.object({
      content: z.array(notificationRow),
      totalElements: z.number(),
      unread: z.number(),
    }),
  }),
  read: defineEndpoint({
    feature: 'notifications',
    method: 'POST',
    path: '/notification/read',
    summary:
      "Mark some of the caller's notifications as read; others' and unknown ones are ignored.",
    access: 'signedIn',
    audited: false,
    input: z.object({
      ids: commaList.refine(
        (ids) => ids.length > 0 && ids.every((id) => notificationId.test(id)),
        ruleMessage('请给出通知编号', 'Give the ids of notifications'),
      ),
    }),
    result: nothing,
  }),
  readAll: defineEndpoint({
    feature: 'notifications',
    method: 'POST',
    path: '/notification/readAll',
    summary: "Mark all of the caller's notifications as read.",
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: nothing,
  }),
} as const;
