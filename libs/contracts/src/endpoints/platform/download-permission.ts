import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { idListOf, nothing, optional, wireBoolean } from '../../wire.js';
import { userOption } from '../identity/users.js';

const managing = { anyPermission: ['system.manage'] } as const;

/** A user who was chosen for one state of the switch. */
const chosenUser = z.object({
  userId: z.string(),
  userName: z.string(),
  realName: z.string().nullable(),
});

export const downloadPermission = z.object({
  /** On: everybody but the users of the first list may download. Off: only those of the second. */
  allowDownload: z.boolean(),
  /** Who may not download while the switch is on, by name; the list is kept while it is off. */
  allowDownloadOfNotAllowUsers: z.array(chosenUser),
  /** Who may download while the switch is off, by name; the list is kept while it is on. */
  notAllowDownloadOfAllowUser: z.array(chosenUser),
  /** Users to choose from, by name: the first `size` there are, and everyone who is chosen besides. */
  users: z.array(userOption),
});
export type DownloadPermission = z.infer<typeof downloadPermission>;

export const downloadPermissionEndpoints = {
  detail: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/systemSetting/detail',
    summary: `The platform-wide download switch, who is chosen for each of its states, and at most ${limits.downloadUsersListed} users to choose from; the others are found by /user/info/list/all.`,
    access: managing,
    audited: false,
    turn: 'list',
    input: z.object({
      /** How many users to choose from; more are capped, not refused. 0: only who is chosen. */
      size: optional(z.coerce.number().int().min(0)).transform((size) =>
        Math.min(size ?? limits.downloadUsersListed, limits.downloadUsersListed),
      ),
    }),
    result: downloadPermission,
  }),
  save: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/systemSetting/allowDownloadSave',
    summary:
      'Set the switch and replace the users chosen for this state of it; at least one. It counts at once: open windows learn of it, and what runs against it ends.',
    access: managing,
    audited: true,
    input: z.object({
      allowDownload: wireBoolean,
      userIds: idListOf(limits.downloadSwitchUsers),
    }),
    result: nothing,
  }),
  allowAll: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/systemSetting/allowDownloadAll',
    summary:
      'Everyone may download, as at first: the switch is on and nobody is chosen for that. Who is chosen for the other state stays chosen.',
    access: managing,
    audited: true,
    input: z.object({}),
    result: nothing,
  }),
} as const;
