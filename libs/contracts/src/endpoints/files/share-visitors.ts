import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { textId, wireBoolean } from '../../wire.js';

/** Controls, and signs that nobody sees, as those that turn the direction of writing round. */
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;
/** A line that strangers write or read, without such signs. */
const plainLine = (most: number) =>
  z
    .string()
    .max(4 * most)
    .transform((text) => text.replace(unseen, ' ').replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(most));
/** The name that a visitor gives; '' for none. */
export const visitorName = plainLine(limits.visitorNameLength);

/** How a drop box is open to people without an account. */
export const visitorFields = {
  /** Links to a drop box only: whoever has the code adds files without an account. */
  forVisitors: wireBoolean,
  /** What they read above it; empty: the name of its folder. */
  visitorTitle: plainLine(limits.visitorTitleLength),
  /** How much may come this way; null: as much as the quota of the owner allows. */
  visitorMaxBytes: z.coerce.number().int().min(1).max(limits.visitorMaxBytes).nullable(),
  visitorMaxFiles: z.coerce.number().int().min(1).max(limits.visitorMaxFiles).nullable(),
};

/** Of the address that was sent, and the code beside it. */
const box = { id: textId, code: z.string().max(64).default('') };

/** Drop boxes for people without an account. */
export const shareVisitorEndpoints = {
  visitorRules: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/visitorRules',
    summary: 'Whether the platform lets people without an account add files to drop boxes.',
    access: { anyPermission: ['shares.send'] },
    audited: false,
    input: z.object({}),
    result: z.object({ isOpen: z.boolean() }),
  }),
  lookAtDropBox: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/drop/look',
    summary:
      'Without an account: who asks for files, and how the drop box is called, for whoever has its address and code. A wrong id, a wrong code and a box that is closed give the same answer.',
    access: 'public',
    audited: true,
    logged: ['id'],
    input: z.object(box),
    result: z.object({ sharer: z.string(), title: z.string() }),
  }),
  enterDropBox: defineEndpoint({
    feature: 'shares',
    method: 'POST',
    path: '/share/drop/enter',
    summary:
      'Without an account: a ticket with which files are added to this drop box over /api/uploads (tus), in the header Drop-Ticket. It is good for a day at most, and for nothing else.',
    access: 'public',
    audited: true,
    logged: ['id', 'name'],
    input: z.object({ ...box, name: visitorName.default('') }),
    result: z.object({ ticket: z.string() }),
  }),
} as const;
