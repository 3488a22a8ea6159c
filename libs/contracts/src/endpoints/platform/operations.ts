import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { languages } from '../../envelope.js';

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
} as const;
