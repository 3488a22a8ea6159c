import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { nothing, optional, ruleMessage } from '../../wire.js';

/** The most bytes of an uploaded logo, and its most pixels in each direction. */
export const logoMaxBytes = 1024 * 1024;
export const logoMaxPixels = 2048;

/** Characters of the copyright text, and of each record number. */
export const copyrightLength = 200;
export const recordNumberLength = 64;

/** One line: neither control characters nor such as change the direction of what follows. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine(
      (text) => !/\p{C}/u.test(text),
      ruleMessage('不能包含控制字符', 'it must not contain control characters'),
    );

/** Absent stays as it is. */
const languageTexts = z.object({
  copyright: optional(line(copyrightLength)),
  /** Of the public security bureau (公安备案号). */
  policeRegistrationNumber: optional(line(recordNumberLength)),
  /** Of the domain (ICP 备案号). */
  domainNameRegistrationNumber: optional(line(recordNumberLength)),
});

/** What a footer says in each language. */
export const copyrightTexts = z.object({
  cn: optional(languageTexts),
  en: optional(languageTexts),
});
export type CopyrightTexts = z.output<typeof copyrightTexts>;

export const brandingEndpoints = {
  save: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/saveCopyrightInfo',
    summary:
      'Copyright and record numbers below the login page; a plain text is the copyright of both languages. For the user develop only.',
    access: 'signedIn',
    audited: true,
    input: z.object({ copyrightInfo: z.union([line(copyrightLength), copyrightTexts]) }),
    result: nothing,
  }),
  uploadLogo: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/uploadLogoImage',
    summary:
      'The logo of login page and top bar: JPG or PNG by content, at most 1 MB and 2048 pixels each way. It is drawn anew as a PNG. For the user develop only.',
    access: 'signedIn',
    audited: true,
    input: z.object({}),
    result: nothing,
    upload: 'file',
  }),
  removeLogo: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/removeLogoImage',
    summary: 'Back to the built-in logo. For the user develop only.',
    access: 'signedIn',
    audited: true,
    input: z.object({}),
    result: nothing,
  }),
  uploadPoliceIcon: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/uploadPoliceIcon',
    summary:
      'The icon before the police record number, as the logo is taken and drawn anew. For the user develop only.',
    access: 'signedIn',
    audited: true,
    input: z.object({}),
    result: nothing,
    upload: 'file',
  }),
  removePoliceIcon: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/removePoliceIcon',
    summary: 'No icon before the police record number. For the user develop only.',
    access: 'signedIn',
    audited: true,
    input: z.object({}),
    result: nothing,
  }),
} as const;
