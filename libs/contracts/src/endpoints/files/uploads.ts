import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, spacePath, textId } from '../../wire.js';

/**
 * tus `Upload-Metadata` of an upload (contract: Personal disk). `operation` 1 overwrites, 2 keeps both, 0 or absent refuses a taken name.
 */
export const uploadMetadata = z.object({
  /** Absent: the project of `projectId`, or else the own disk. */
  space: z.enum(['disk', 'project', 'share', 'approval']).optional(),
  spaceId: textId.optional(),
  /** The documented name of `spaceId` for a project. */
  projectId: idSchema.optional(),
  dir: spacePath.default('/'),
  fileName: z.string().min(1).max(255),
  /** Folder uploads: the file's folder below `dir`, without the file's name. */
  relativePath: z.string().max(4096).optional(),
  operation: z.enum(['0', '1', '2']).default('0'),
  /** When the file was changed last, milliseconds since the epoch; one in the future counts as now. Absent: the time of the upload. */
  lastModified: z.coerce.number().optional(),
});
export type UploadMetadata = z.input<typeof uploadMetadata>;

/**
 * The fields of both upload forms (spec part 1 §3, Upload chunk form; §7, Personal disk). In the query or as fields of the
 * form; those of the form win. With `key` it is one chunk of a file, without it whole files. Chunks count from 1.
 */
export const uploadForm = z.object({
  /** The target folder; `fileDir` and `path` are other names of it, in this order. */
  dir: spacePath.optional(),
  fileDir: spacePath.optional(),
  path: spacePath.optional(),
  projectId: idSchema.optional(),
  operation: z.enum(['0', '1', '2']).default('0'),
  /** Chunk form: ties the chunks of one file of one user. */
  key: z.string().min(1).max(200).optional(),
  fileName: z.string().min(1).max(255).optional(),
  /** Chunk form of a folder upload: the file's folder below the target folder. */
  folderName: z.string().max(4096).optional(),
  suffix: z.string().max(255).optional(),
  /** As that of `uploadMetadata`; of several files one for each, in their order, with commas in between. */
  lastModified: z
    .string()
    .max(16_384)
    .regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?)*$/)
    .optional(),
  shardIndex: z.coerce.number().int().min(1).optional(),
  shardSize: z.coerce.number().int().min(1).optional(),
  shardTotal: z.coerce.number().int().min(1).optional(),
  /** Of the whole file, in bytes. */
  size: z.coerce.number().int().min(0).optional(),
});

export const uploadResult = z.object({
  /** Whether everything is in its place; of a chunk before the last: false. */
  complete: z.boolean(),
  /** Chunk form: the chunks that are there; empty for a file of more than 1,000 chunks. */
  received: z.array(z.number()),
  /** Chunk form: how many chunks are there. */
  receivedCount: z.number(),
  /** Each file that was placed, or why it was not. `path` null: not placed. */
  files: z.array(
    z.object({
      fileName: z.string(),
      path: z.string().nullable(),
      message: z.string(),
      /** The stable code of a refusal; the console asks about a taken name again (`FILE_NAME_TAKEN`). */
      error: z.string().optional(),
    }),
  ),
});
export type UploadResult = z.infer<typeof uploadResult>;

const form = {
  feature: 'uploads',
  method: 'POST',
  access: { anyPermission: ['disk.use'] },
  inTargetSession: 'files',
  audited: true,
  input: uploadForm,
  result: uploadResult,
  upload: 'stream',
} as const;

export const uploadEndpoints = {
  uploadFile: defineEndpoint({
    ...form,
    path: '/user/info/uploadFile',
    summary:
      'Upload files (multipart `files`), or one 20 MB chunk of a file (`file` and the chunk form).',
  }),
  uploadFolder: defineEndpoint({
    ...form,
    path: '/user/info/uploadFolder',
    summary:
      'Upload the files of a folder (multipart `files`, whose names are paths below `dir`), or one chunk of one of them.',
  }),
} as const;
