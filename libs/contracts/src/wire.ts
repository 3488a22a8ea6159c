import { z } from 'zod';
import type { Language } from './envelope.js';
import { limits } from './limits.js';

/** A rule of ours with its sentence in both languages; the server answers in the caller's. */
export function ruleMessage(cn: string, en: string): { params: Record<Language, string> } {
  return { params: { cn, en } };
}

/** The id of what has no UUID: jobs, shares, menus, client tools. Text on the wire; numbers from loose clients are accepted. */
export const textId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().min(1).max(64));

/** The nil UUID of RFC 9562, which no row has. */
const nilUuid = '00000000-0000-0000-0000-000000000000';

const rowId = z.guid().toLowerCase().catch(nilUuid);

/**
 * The id of a row, in lower case, as ids are compared. Any other text names nothing: it is read as the nil UUID, so that each call
 * answers as for an unknown id, and the database, which fails on such a text, never gets it.
 */
export const idSchema = textId.pipe(rowId);

/** An optional parameter: absent, or null as it stands in an answer that is sent back. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/**
 * For a call that adds, or with an `id` edits: what a new one must have. An edit names the fields that it changes, so that of two
 * people who edit different ones both keep their change.
 */
export const demandedOfNew =
  (...names: readonly string[]) =>
  (input: Record<string, unknown>, context: z.RefinementCtx): void => {
    for (const name of input['id'] === undefined ? names : []) {
      if (input[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name] });
      }
    }
  };

/** What a browser fetches by itself: the single-use ticket in the address is the right. */
export const fetchTicketInput = z.object({ ticket: z.string().min(1).max(200) });

/** `true`/`false` from a query string or a JSON body. */
export const wireBoolean = z.union([z.boolean(), z.stringbool()]);

/** How many rows a page has at most; more are capped, not refused (contract: Envelope). */
export const pageSize = z.coerce
  .number()
  .int()
  .min(1)
  .transform((size) => Math.min(size, limits.maxPageSize));

/** 0-based page and its size (contract: Envelope). */
export const pageSchema = {
  pageNum: z.coerce.number().int().min(0).optional(),
  size: pageSize.optional(),
};

/** `yyyy-MM-dd hh:mm:ss` in the server's configured zone. */
export const wireTime = z.string();

/** Absolute path within a space; `/` is its root. What it means is checked again, part by part, where files are touched. */
export const spacePath = z
  .string()
  .max(limits.maxPathBytes)
  .refine((path) => path.startsWith('/'), ruleMessage('路径须以 / 开头', 'A path starts with /'))
  .refine(
    (path) => !path.includes('\0'),
    ruleMessage('路径中有无效字符', 'The path has an invalid character'),
  );

const visibleSign =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{General_Category=Format}\u2800]/u;

/** Whether anything of a text is seen. An entry whose name is not seen could not be found, or told from another. */
export const hasVisibleSign = (text: string): boolean => visibleSign.test(text);

const utf8 = new TextEncoder();

/** How many bytes a text takes on its way and in a file. */
export function byteLength(text: string): number {
  return utf8.encode(text).byteLength;
}

/** Several entries of a space. */
export const pathList = z
  .array(spacePath)
  .min(1)
  .max(limits.maxPaths)
  .refine(
    (paths) => paths.reduce((sum, path) => sum + byteLength(path), 0) <= limits.pathListBytes,
    ruleMessage('选择的文件过多，请分批操作', 'These are too many entries at once; take fewer'),
  );

/** A moment in milliseconds since the epoch; JavaScript's dates end at the upper bound. */
export const momentMs = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d{1,16}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(0).max(8_640_000_000_000_000));

/** One wrong parameter gives one sentence; no result means the call only acts. */
export const nothing = z.null();

/** Names as a comma list, as a JSON list, or none at all. */
export const commaListOf = (most: number) =>
  z
    .union([z.array(z.string().min(1).max(64)), z.string()])
    .default([])
    .transform((list) =>
      typeof list === 'string'
        ? list
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
        : list,
    )
    .refine(
      (list) => list.length <= most,
      ruleMessage(`一次最多 ${most} 项`, `it can have at most ${most} entries`),
    );
export const commaList = commaListOf(limits.maxPageSize);

/** Ids of rows, given as such a list. */
export const idListOf = (most: number) => commaListOf(most).pipe(z.array(rowId));
export const idList = idListOf(limits.maxPageSize);

/** A millisecond timestamp, `yyyy-MM-dd` or `yyyy-MM-dd hh:mm:ss` (contract: Envelope). What it means needs the platform's zone. */
export const wireDate = z.union([
  z.number().int(),
  z
    .string()
    .trim()
    .refine(
      (date) => /^(\d{10,14}|\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?)$/.test(date),
      ruleMessage('日期格式应为 yyyy-MM-dd', 'a date is written yyyy-MM-dd'),
    ),
]);
export type WireDate = z.output<typeof wireDate>;
