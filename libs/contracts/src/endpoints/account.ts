import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { idSchema, nothing, ruleMessage, wireTime } from '../wire.js';

/** China mobile: 11 digits, 1 then 3 to 9 (spec part 2 §5). */
export const mobileSchema = z
  .string()
  .trim()
  .refine(
    (mobile) => /^1[3-9]\d{9}$/.test(mobile),
    ruleMessage('请输入正确的 11 位手机号', 'please enter a mobile number of 11 digits'),
  );

export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .refine(
    (email) => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(email),
    ruleMessage('请输入正确的邮箱地址', 'please enter a valid e-mail address'),
  );

/** 6 digits, sent by mail or SMS. */
export const verificationCode = z.string().trim().length(6);

/** A session of one's own. */
export const sessionRow = z.object({
  id: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createTime: wireTime,
  lastUsedTime: wireTime,
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type SessionListRow = z.infer<typeof sessionRow>;

/** What a user does with the own account: contacts, and the sessions it is signed in with. */
export const accountEndpoints = {
  checkCode: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/user/info/checkCode',
    summary: 'Step one of a contact change: the code of the current mobile (1) or e-mail (2).',
    access: 'signedIn',
    audited: true,
    input: z.object({
      code: verificationCode,
      type: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)])),
    }),
    result: nothing,
  }),
  saveMobile: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/user/info/savaMobile',
    summary: 'Step two: the new mobile with its code.',
    access: 'signedIn',
    audited: true,
    input: z.object({ code: verificationCode, mobile: mobileSchema, userId: idSchema }),
    result: nothing,
  }),
  saveEmail: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/user/info/savaEmail',
    summary: 'Step two: the new e-mail with its code.',
    access: 'signedIn',
    audited: true,
    input: z.object({ code: verificationCode, email: emailSchema, userId: idSchema }),
    result: nothing,
  }),
  sendMobileCode: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/user/info/getCodeByMobile',
    summary:
      "Send a code to a mobile: one's own for step one, a new one for step two. 60 s between sends.",
    access: 'signedIn',
    audited: true,
    input: z.object({ mobile: mobileSchema }),
    result: nothing,
  }),
  sendEmailCode: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/user/info/getCodeByEmail',
    summary:
      "Send a code to an e-mail: one's own for step one, a new one for step two. 60 s between sends.",
    access: 'signedIn',
    audited: true,
    input: z.object({ email: emailSchema }),
    result: nothing,
  }),
  sessions: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/sessions',
    summary: "One's own sessions, the newest first.",
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: z.array(sessionRow),
  }),
  endSession: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/sessions/end',
    summary: "End one of one's own sessions.",
    access: 'signedIn',
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
} as const;
