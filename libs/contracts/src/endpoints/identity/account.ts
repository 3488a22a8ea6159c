import { z } from 'zod';
import { languages } from '../../envelope.js';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, nothing } from '../../wire.js';
import { encryptedPassword } from './credentials.js';
import { emailSchema, mobileSchema, userDetail } from './user-schemas.js';

/** The caller's own details. */
export const callerDetail = userDetail.extend({
  /** Whether codes for each kind of contact are sent; where not, the contact can't be changed by oneself. */
  canReceiveCodes: z.object({ mobile: z.boolean(), email: z.boolean() }),
});
export type CallerDetail = z.infer<typeof callerDetail>;

/** What came of asking for a code. Not sent: no mail server or SMS gateway is configured, and the operator reads it in the log. */
const codeRequest = z.object({ isSent: z.boolean() });

/** 6 digits, sent by mail or SMS. */
export const verificationCode = z.string().trim().length(6);

/** What a user sees and changes of the own account: profile, language, password, contacts. */
export const accountEndpoints = {
  detail: defineEndpoint({
    feature: 'account',
    method: 'GET',
    path: '/user/info/detail',
    summary: 'The caller: profile, roles, download permission.',
    access: 'signedIn',
    inTargetSession: 'always',
    beforePasswordChange: true,
    audited: false,
    input: z.object({}),
    result: callerDetail,
  }),
  getLanguage: defineEndpoint({
    feature: 'account',
    method: 'POST',
    path: '/sysLanguage/getSysLanguage',
    summary: "The caller's language; without a token the default.",
    access: 'public',
    inTargetSession: 'always',
    audited: false,
    input: z.object({}),
    result: z.object({ selected: z.enum(languages) }),
  }),
  setLanguage: defineEndpoint({
    feature: 'account',
    method: 'POST',
    path: '/sysLanguage/setSysLanguage',
    summary: "Set the caller's language.",
    access: 'signedIn',
    beforePasswordChange: true,
    audited: true,
    logged: ['selected'],
    input: z.object({ selected: z.enum(languages) }),
    result: z.object({ selected: z.enum(languages) }),
  }),
  updatePassword: defineEndpoint({
    feature: 'account',
    method: 'POST',
    path: '/user/info/update/password',
    summary: "Change one's own password; ends all of one's sessions.",
    access: 'signedIn',
    beforePasswordChange: true,
    audited: true,
    input: z.object({ id: idSchema, password: encryptedPassword, oldPassword: encryptedPassword }),
    result: nothing,
  }),
  updateRealName: defineEndpoint({
    feature: 'account',
    method: 'POST',
    path: '/user/info/update/realName',
    summary: "Change one's own real name; with the menu of the user list anyone's.",
    access: 'signedIn',
    audited: true,
    logged: ['userId', 'realName'],
    input: z.object({ userId: idSchema, realName: z.string().trim().min(1).max(64) }),
    result: nothing,
  }),
  checkCode: defineEndpoint({
    feature: 'account',
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
    feature: 'account',
    method: 'GET',
    path: '/user/info/savaMobile',
    summary: 'Step two: the new mobile with its code.',
    access: 'signedIn',
    audited: true,
    logged: ['mobile'],
    input: z.object({ code: verificationCode, mobile: mobileSchema, userId: idSchema }),
    result: nothing,
  }),
  saveEmail: defineEndpoint({
    feature: 'account',
    method: 'GET',
    path: '/user/info/savaEmail',
    summary: 'Step two: the new e-mail with its code.',
    access: 'signedIn',
    audited: true,
    logged: ['email'],
    input: z.object({ code: verificationCode, email: emailSchema, userId: idSchema }),
    result: nothing,
  }),
  sendMobileCode: defineEndpoint({
    feature: 'account',
    method: 'GET',
    path: '/user/info/getCodeByMobile',
    summary:
      "Send a code to a mobile: one's own for step one, a new one for step two. 60 s between sends.",
    access: 'signedIn',
    audited: true,
    logged: ['mobile'],
    input: z.object({ mobile: mobileSchema }),
    result: codeRequest,
  }),
  sendEmailCode: defineEndpoint({
    feature: 'account',
    method: 'GET',
    path: '/user/info/getCodeByEmail',
    summary:
      "Send a code to an e-mail: one's own for step one, a new one for step two. 60 s between sends.",
    access: 'signedIn',
    audited: true,
    logged: ['email'],
    input: z.object({ email: emailSchema }),
    result: codeRequest,
  }),
} as const;
