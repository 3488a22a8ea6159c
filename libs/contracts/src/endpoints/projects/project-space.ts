import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, nothing, pageSchema } from '../../wire.js';
import { diskUsage, quotaBytes } from '../files/disk.js';
import { trashItem } from '../files/trash.js';
import { inProject } from './project-schemas.js';
import { anyProjectPage } from './projects.js';

const call = { feature: 'projects', method: 'POST', access: anyProjectPage } as const;
const chosenInTrash = z.object({ ...inProject, ids: z.array(idSchema).min(1).max(10_000) });

/** What a project keeps: how much, and what lies in its trash. */
export const projectSpaceEndpoints = {
  usage: defineEndpoint({
    ...call,
    path: '/project/usage',
    summary: 'How much a project keeps and may keep.',
    audited: false,
    input: z.object(inProject),
    result: diskUsage,
  }),
  setQuota: defineEndpoint({
    ...call,
    path: '/project/setQuota',
    summary: 'Set how much a project may keep, or lift the limit. What is there already stays.',
    access: { anyPermission: ['users.manage'] },
    audited: true,
    input: z.object({ ...inProject, quotaBytes }),
    result: diskUsage,
  }),
  trash: defineEndpoint({
    ...call,
    path: '/project/trash/list',
    summary: "What is in a project's trash, the latest first: for its owner and its administrator.",
    audited: false,
    input: z.object({ ...inProject, ...pageSchema }),
    result: z.object({ data: z.array(trashItem), total: z.number() }),
  }),
  restoreFromTrash: defineEndpoint({
    ...call,
    path: '/project/trash/restore',
    summary: 'Put entries of the trash back where they were.',
    audited: true,
    input: chosenInTrash,
    result: z.array(z.object({ id: z.string(), path: z.string() })),
    listBody: 'ids',
  }),
  purgeTrash: defineEndpoint({
    ...call,
    path: '/project/trash/purge',
    summary: "Delete entries of a project's trash for good.",
    audited: true,
    input: chosenInTrash,
    result: nothing,
    listBody: 'ids',
  }),
  emptyTrash: defineEndpoint({
    ...call,
    path: '/project/trash/empty',
    summary: "Delete everything in a project's trash for good.",
    audited: true,
    input: z.object(inProject),
    result: nothing,
  }),
} as const;
