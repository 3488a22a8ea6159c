import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { spaceRefSchema } from '../../space-ref.js';
import { spacePath } from '../../wire.js';
import { diskItem } from './disk.js';
import { hiddenKind } from './folder-summary.js';

/** Whoever has files to look at; what may be done in a space is asked there. */
const anyFilesPage = {
  anyPermission: ['disk.use', 'shares.send', 'shares.receive', 'projects.manage', 'projects.join'],
} as const;

/** The bytes of a name in hexadecimal digits: a name that is not UTF-8 cannot travel as text. */
const rawName = z.string().regex(/^(?:[0-9a-f]{2}){1,255}$/);

/** An entry that a folder has but cannot show (`hiddenKind`). */
export const hiddenEntry = z.object({
  kind: hiddenKind,
  /** For people: bytes that are not UTF-8 as `\xb2`. */
  name: z.string(),
  isDirectory: z.boolean(),
  /** How the entry is named in a call; null: it is not the name that keeps it from being shown. */
  raw: rawName.nullable(),
  /** What the name probably was, as a Chinese Windows reads it; null: nobody knows. */
  guess: z.string().nullable(),
});
export type HiddenEntry = z.infer<typeof hiddenEntry>;

const folder = { space: spaceRefSchema.default({ space: 'disk' }), path: spacePath.default('/') };

export const hiddenEntryEndpoints = {
  list: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/hidden/list',
    turn: 'list',
    summary: `What a folder of a disk, a project or a share has but cannot show; the first ${limits.hiddenEntriesListed}.`,
    access: anyFilesPage,
    audited: false,
    input: z.object(folder),
    result: z.array(hiddenEntry),
  }),
  rename: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/hidden/rename',
    summary:
      'Give an entry whose name is not UTF-8 another one; an existing name is never replaced. It takes the right to rename.',
    access: anyFilesPage,
    audited: true,
    logged: ['space', 'path', 'raw', 'newName'],
    input: z.object({ ...folder, raw: rawName, newName: z.string().min(1).max(255) }),
    result: diskItem,
  }),
} as const;
