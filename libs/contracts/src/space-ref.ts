import { z } from 'zod';
import { idSchema, textId } from './wire.js';

/** Which files are meant: the caller's own disk, a project's files, or what somebody shares, or the content of an approved application. */
export const spaceRefSchema = z.discriminatedUnion('space', [
  z.object({ space: z.literal('disk') }),
  z.object({ space: z.literal('project'), spaceId: idSchema }),
  z.object({ space: z.literal('share'), spaceId: textId }),
  z.object({ space: z.literal('approval'), spaceId: idSchema }),
]);
export type SpaceRef = z.infer<typeof spaceRefSchema>;

/** The id of a project or a share; empty for the own disk, of which everybody has one. */
export function spaceIdOf(ref: SpaceRef): string {
  return ref.space === 'disk' ? '' : ref.spaceId;
}
