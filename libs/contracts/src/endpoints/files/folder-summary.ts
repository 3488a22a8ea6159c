import { z } from 'zod';

/** Why an entry is not shown: its name is not UTF-8, it is a symbolic link, or it is a pipe, a socket or a device. */
export const hiddenKind = z.enum(['name', 'link', 'special']);
export type HiddenKind = z.infer<typeof hiddenKind>;

/** How many entries of a folder can be listed, how many of these are folders, and how many others are there (`hiddenKind`). */
export const folderSummary = z.object({
  total: z.number(),
  folders: z.number(),
  hidden: z.number(),
});
export type FolderSummary = z.infer<typeof folderSummary>;
