import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import {
  hasVisibleSign,
  idSchema,
  nothing,
  optional,
  pageSchema,
  ruleMessage,
  wireBoolean,
  wireTime,
} from '../../wire.js';

const managing = { anyPermission: ['system.manage'] } as const;

export const feedbackRow = z.object({
  id: z.string(),
  message: z.string(),
  createTime: wireTime,
  /** Who wrote it; null: a user who is deleted. */
  userName: z.string().nullable(),
  realName: z.string().nullable(),
  /** When an administrator marked it as handled; null: it is open. */
  handledTime: wireTime.nullable(),
  /** Who did; null: nobody, or a user who is deleted. */
  handledBy: z.string().nullable(),
});
export type FeedbackRow = z.infer<typeof feedbackRow>;

export const feedbackEndpoints = {
  leave: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/leave/message',
    summary: `Leave a message to the administrators; at most ${limits.feedbackPerHour} an hour, and of each user the last ${limits.feedbackKept} are kept.`,
    access: 'signedIn',
    audited: true,
    logged: [],
    input: z.object({
      message: z
        .string()
        .trim()
        .min(1)
        .max(limits.feedbackLength)
        .refine(hasVisibleSign, ruleMessage('请输入内容', 'Write something'))
        .refine(
          (text) => !text.includes('\0'),
          ruleMessage('内容中有无效字符', 'The message has an invalid character'),
        ),
    }),
    result: nothing,
  }),
  list: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/feedback/list',
    summary: 'Messages to the administrators, newest first, and how many are open.',
    access: managing,
    audited: false,
    turn: 'list',
    input: z.object({ ...pageSchema, openOnly: optional(wireBoolean) }),
    result: z.object({
      content: z.array(feedbackRow),
      totalElements: z.number(),
      open: z.number(),
    }),
  }),
  handle: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/feedback/handle',
    summary: 'Mark a message as handled, or with handled=false as open again.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema, handled: wireBoolean.default(true) }),
    result: nothing,
  }),
  remove: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/feedback/delete',
    summary: 'Delete a message.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
} as const;
