import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, nothing, spacePath, wireTime } from '../../wire.js';

/** An earlier content of a file. */
export const fileVersion = z.object({
  id: z.string(),
  /** Bytes. */
  size: z.number(),
  /** When this content was changed last. */
  modifiedAt: wireTime,
  /** When another content took its place. */
  replacedAt: wireTime,
  /** Who replaced it, as people know the user; null: nobody who is here now. */
  replacedBy: z.string().nullable(),
});
export type FileVersion = z.infer<typeof fileVersion>;

const access = { anyPermission: ['disk.use', 'projects.manage', 'projects.join'] } as const;

/** A file of the own disk or of a project. What others share shows no versions. */
const file = {
  space: z
    .discriminatedUnion('space', [
      z.object({ space: z.literal('disk') }),
      z.object({ space: z.literal('project'), spaceId: idSchema }),
    ])
    .default({ space: 'disk' }),
  path: spacePath,
};
const version = z.object({ ...file, versionId: idSchema });

/** What files were before they were replaced on the platform. */
export const versionEndpoints = {
  list: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/file/versions/list',
    summary: 'The earlier versions of a file that the caller may view, the latest first.',
    access,
    audited: false,
    input: z.object(file),
    result: z.object({
      data: z.array(fileVersion),
      /** What the settings say: how many of a file, and for how many days. */
      keptVersions: z.number(),
      keptDays: z.number(),
    }),
  }),
  restore: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/file/versions/restore',
    summary:
      'Put a version back in the place of a file that the caller may change; what is replaced becomes a version.',
    access,
    audited: true,
    logged: ['space', 'path', 'versionId'],
    input: version,
    result: nothing,
  }),
  remove: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/file/versions/remove',
    summary: 'Delete a version of a file that the caller may change, for good.',
    access,
    audited: true,
    logged: ['space', 'path', 'versionId'],
    input: version,
    result: nothing,
  }),
  getDownloadPath: defineEndpoint({
    feature: 'downloads',
    method: 'POST',
    path: '/file/versions/getDownloadPath',
    summary:
      'A download token for a version of a file that the caller may download without an approval.',
    access,
    audited: true,
    logged: ['space', 'path', 'versionId'],
    input: version,
    result: z.string(),
  }),
} as const;
