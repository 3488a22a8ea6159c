import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { pathList, spacePath, wireBoolean } from '../../wire.js';
import { conflictOperation, copyState } from '../files/copies.js';
import { inProject } from './project-schemas.js';
import { anyProjectPage } from './projects.js';

const call = {
  feature: 'projects',
  method: 'POST',
  access: anyProjectPage,
  turn: 'wait',
  audited: true,
  result: copyState,
} as const;
const copied = z.object({
  ...inProject,
  operation: conflictOperation,
  async: wireBoolean.default(false),
});

/** Copies within a project, from a disk into it, and out of it. */
export const projectCopyEndpoints = {
  copy: defineEndpoint({
    ...call,
    path: '/project/files/copy',
    summary:
      'Copy entries of a project into another of its folders; answers when it is done, or at once with async=true.',
    logged: ['projectId', 'paths', 'dir'],
    input: copied.extend({ paths: pathList, dir: spacePath }),
  }),
  unzip: defineEndpoint({
    ...call,
    path: '/project/files/unzip',
    summary:
      'Unpack a zip of a project into a new folder beside it; answers when it is done, or at once with async=true.',
    logged: ['projectId', 'path'],
    input: z.object({ ...inProject, path: spacePath, async: wireBoolean.default(false) }),
  }),
  importFromDisk: defineEndpoint({
    ...call,
    path: '/project/importDataFromMyData',
    summary:
      "Copy entries of the caller's disk into a folder of a project; answers when it is done, or at once with async=true.",
    logged: ['projectId', 'fileList', 'toPath'],
    /** `fileList`: paths of the disk. */
    input: copied.extend({ fileList: pathList, toPath: spacePath.default('/') }),
  }),
  saveFromDisk: defineEndpoint({
    ...call,
    path: '/user/info/save/to/project',
    summary: 'The same from the page of the own files: the list holds paths of the disk.',
    logged: ['projectId', 'paths', 'dir'],
    input: copied.extend({ paths: pathList, dir: spacePath.default('/') }),
    listBody: 'paths',
  }),
  saveToDisk: defineEndpoint({
    ...call,
    path: '/project/files/save/tome',
    summary:
      "Copy entries of a project that the caller may download into a folder of the caller's disk.",
    logged: ['projectId', 'paths', 'dir'],
    input: copied.extend({ paths: pathList, dir: spacePath.default('/') }),
    listBody: 'paths',
  }),
} as const;
