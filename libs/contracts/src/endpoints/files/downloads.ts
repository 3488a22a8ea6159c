import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, nothing, pathList, spacePath, wireBoolean } from '../../wire.js';

/** A zip being made for a download. `token` is there when it is ready. */
export const packageState = z.object({
  packageId: z.string(),
  state: z.enum(['waiting', 'packing', 'ready', 'failed', 'cancelled']),
  doneBytes: z.number(),
  totalBytes: z.number(),
  doneFiles: z.number(),
  totalFiles: z.number(),
  token: z.string().nullable(),
  /** Why it failed, for people. */
  message: z.string(),
});
export type PackageState = z.infer<typeof packageState>;

/** Who may ask for packages, wherever their files lie: everyone's are their own. */
const packaged = {
  anyPermission: [
    'disk.use',
    'shares.send',
    'shares.receive',
    'projects.manage',
    'projects.join',
    'approvals.decide',
  ],
} as const;

export const downloadEndpoints = {
  getDownloadPath: defineEndpoint({
    feature: 'downloads',
    method: 'POST',
    path: '/user/info/getDownloadFilePath',
    turn: 'wait',
    summary:
      'A download token for one file at once, or for several entries when their zip is ready; with async=true the state of the packing.',
    access: { anyPermission: ['disk.use'] },
    inTargetSession: 'files',
    audited: true,
    logged: ['paths'],
    input: z.object({
      paths: pathList,
      async: wireBoolean.default(false),
    }),
    result: z.union([z.string(), packageState]),
    listBody: 'paths',
  }),
  packageState: defineEndpoint({
    feature: 'downloads',
    method: 'POST',
    path: '/user/info/getPackageState',
    summary: 'How far the packing of a download is.',
    access: packaged,
    inTargetSession: 'files',
    audited: false,
    input: z.object({ packageId: idSchema }),
    result: packageState,
  }),
  cancelPackage: defineEndpoint({
    feature: 'downloads',
    method: 'POST',
    path: '/user/info/cancelPackage',
    summary: 'Stop the packing of a download and remove what was packed.',
    access: packaged,
    inTargetSession: 'files',
    audited: true,
    input: z.object({ packageId: idSchema }),
    result: nothing,
  }),
  getPreviewPath: defineEndpoint({
    feature: 'downloads',
    method: 'POST',
    path: '/user/info/getPreviewFilePath',
    summary:
      'A download token to show one file in the page. Whoever may not download may not see it this way either: the bytes are the same.',
    access: { anyPermission: ['disk.use'] },
    inTargetSession: 'files',
    audited: true,
    logged: ['path'],
    input: z.object({ path: spacePath }),
    result: z.string(),
  }),
  thumbnail: defineEndpoint({
    feature: 'downloads',
    method: 'GET',
    path: '/user/info/thumbnail',
    summary:
      'A small WebP of a picture of the own disk. 202: it is being made, ask again in a moment; 204: there is none of this content.',
    access: { anyPermission: ['disk.use'] },
    inTargetSession: 'files',
    // A row for each folder that is looked at (`auditedEntryPoints.thumbnails`), not for each tile.
    audited: false,
    input: z.object({ path: spacePath }),
    result: z.unknown(),
    transport: 'raw',
  }),
  download: defineEndpoint({
    feature: 'downloads',
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
