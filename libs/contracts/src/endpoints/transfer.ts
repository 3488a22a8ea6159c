import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { idSchema, spacePath, wireBoolean } from '../wire.js';

/** Where resumable uploads (tus 1.0) are spoken; plain HTTP, so it stands beside the endpoints. */
export const uploadsPath = '/api/uploads';

/**
 * tus `Upload-Metadata` of an upload (contract: Personal disk). `operation` 1 overwrites, 2 keeps both, 0 or absent refuses a taken name.
 */
export const uploadMetadata = z.object({
  space: z.enum(['disk', 'project']).default('disk'),
  projectId: idSchema.optional(),
  dir: spacePath.default('/'),
  fileName: z.string().min(1).max(255),
  /** Folder uploads: the file's folder below `dir`, without the file's name. */
  relativePath: z.string().max(4096).optional(),
  operation: z.enum(['0', '1', '2']).default('0'),
});
export type UploadMetadata = z.input<typeof uploadMetadata>;

/** A zip being made for a download. `token` is there when it is ready. */
export const packageState = z.object({
  packageId: z.string(),
  state: z.enum(['waiting', 'packing', 'ready', 'failed']),
  doneBytes: z.number(),
  totalBytes: z.number(),
  doneFiles: z.number(),
  totalFiles: z.number(),
  token: z.string().nullable(),
  /** Why it failed, for people. */
  message: z.string(),
});
export type PackageState = z.infer<typeof packageState>;

export const transferEndpoints = {
  getDownloadPath: defineEndpoint({
    feature: 'transfer',
    method: 'POST',
    path: '/user/info/getDownloadFilePath',
    summary:
      'A download token for one file at once, or for several entries when their zip is ready; with async=true the state of the packing.',
    access: { anyMenu: ['/myDoc'] },
    audited: true,
    input: z.object({
      paths: z.array(spacePath).min(1).max(10_000),
      async: wireBoolean.default(false),
    }),
    result: z.union([z.string(), packageState]),
    listBody: 'paths',
  }),
  packageState: defineEndpoint({
    feature: 'transfer',
    method: 'POST',
    path: '/user/info/getPackageState',
    summary: 'How far the packing of a download is.',
    access: { anyMenu: ['/myDoc'] },
    audited: false,
    input: z.object({ packageId: idSchema }),
    result: packageState,
  }),
  download: defineEndpoint({
    feature: 'transfer',
    method: 'GET',
    path: '/user/info/download',
    summary: 'The bytes behind a download token; Range, ETag, If-Range and HEAD are understood.',
    access: 'ticket',
    audited: false,
    input: z.object({ path: z.string().min(1).max(200) }),
    result: z.unknown(),
    transport: 'raw',
  }),
} as const;
