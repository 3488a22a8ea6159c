import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { languages } from '../../envelope.js';
import { nothing } from '../../wire.js';

/** Where in the console's code, the innermost first: file, line and column; nothing else can stand in it. */
const codePlaces = z.array(z.string().regex(/^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/)).max(12);

const copyright = z.object({
  copyright: z.string(),
  policeRegistrationIcon: z.string(),
  policeRegistrationNumber: z.string(),
  domainNameRegistrationNumber: z.string(),
});

export const publicConfigs = z.object({
  copyrightInfo: z.object({ cn: copyright, en: copyright }),
  /** Data URL of the login page's logo; empty for the built-in one. */
  logoBase64Images: z.string(),
  /** PEM (SPKI) of the RSA key that passwords are encrypted with. */
  publicKey: z.string(),
  version: z.string(),
  languageDefault: z.enum(languages),
});
export type PublicConfigs = z.infer<typeof publicConfigs>;

export const platformInfo = z.object({
  /** Of the console that this server has; also in the header `X-Build-Id` and the socket's signal `serverBuild`. */
  buildId: z.string(),
  version: z.string(),
  /** IANA name of the zone in which the times of the documented fields are written. */
  timeZone: z.string(),
  /** Whether anything sends mail; without, verification codes go to the server's log. */
  hasMail: z.boolean(),
  /** The same for text messages. */
  hasSms: z.boolean(),
  languages: z.array(z.enum(languages)),
});
export type PlatformInfo = z.infer<typeof platformInfo>;

export const operationsEndpoints = {
  publicConfigs: defineEndpoint({
    feature: 'operations',
    method: 'GET',
    path: '/active/getSystemPublicConfigs',
    summary: 'What the login page needs: footer texts, logo, password key, version.',
    access: 'public',
    audited: false,
    input: z.object({}),
    result: publicConfigs,
  }),
  info: defineEndpoint({
    feature: 'operations',
    method: 'GET',
    path: '/platform/info',
    summary:
      'Which build this is, its time zone, its languages, and whether it can send mail and SMS.',
    access: 'public',
    audited: false,
    input: z.object({}),
    result: platformInfo,
  }),
  reportFailure: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/platform/consoleFailure',
    summary:
      "A page of the console broke: which build, where in its code. Goes into the server's log.",
    access: 'signedIn',
    beforePasswordChange: true,
    audited: false,
    input: z.object({
      buildId: z.string().regex(/^[\w-]{1,64}$/),
      /** The kind of error; never its message, which may quote what people wrote. */
      kind: z.string().regex(/^\w{1,40}$/),
      thrownAt: codePlaces,
      drawnBy: codePlaces,
    }),
    result: nothing,
  }),
} as const;
