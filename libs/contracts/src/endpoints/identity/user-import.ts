import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { mustChangePassword, userPages } from './user-fields.js';

/** One wrong cell of an uploaded form, as it stands in `details.faults` of the refusal. */
export const importFault = z.object({
  /** As the spreadsheet program counts. */
  row: z.number(),
  /** As it stands in the form. */
  userName: z.string(),
  /** The parameter of `/user/info/add`; `roleName` for the role. */
  column: z.string(),
  /** Stable, as the codes of refusals. */
  code: z.string(),
  /** For people, in the caller's language. */
  text: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

/** Users out of a filled form; part of `userEndpoints`. */
export const userImportEndpoints = {
  downloadTemplate: defineEndpoint({
    feature: 'users',
    method: 'GET',
    path: '/user/info/template/download',
    summary: 'The xlsx form for importing users.',
    access: userPages,
    audited: false,
    input: z.object({}),
    result: z.unknown(),
    transport: 'raw',
  }),
  importUsers: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/template/upload',
    turn: 'import',
    summary:
      'Create the users of a filled form (xlsx, or saved as csv in UTF-8 or GB18030): all of its rows, or none; a refusal lists every fault of every row as data in result.details.faults, and one sentence for each wrong row in result.details.rows. With mustChangePassword=true each of them has to choose another password at the first sign-in.',
    access: userPages,
    audited: true,
    /** Of all users of the form; the field of the upload beside `file`. */
    input: z.object({ mustChangePassword }),
    result: z.object({ added: z.number() }),
    upload: 'file',
  }),
} as const;
