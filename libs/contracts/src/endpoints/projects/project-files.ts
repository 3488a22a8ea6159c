import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { fileKinds } from '../../file-kinds.js';
import { limits } from '../../limits.js';
import {
  commaList,
  idSchema,
  momentMs,
  nothing,
  pageSchema,
  pathList,
  ruleMessage,
  spacePath,
  wireBoolean,
} from '../../wire.js';
import { conflictOperation } from '../files/copies.js';
import { folderMeasure, searchResult } from '../files/disk.js';
import { folderSummary } from '../files/folder-summary.js';
import { packageState } from '../files/downloads.js';
import { uploadForm, uploadResult } from '../files/uploads.js';
import { projectCommentEndpoints } from './project-comments.js';
import { projectCopyEndpoints } from './project-copies.js';
import {
  effectivePermission,
  entryRights,
  memberView,
  permissionChanges,
  savedFilePermission,
  inProject,
  projectItem,
  projectPage,
} from './project-schemas.js';
import { projectSpaceEndpoints } from './project-space.js';
import { anyProjectPage } from './projects.js';

const call = { feature: 'projects', method: 'POST', access: anyProjectPage } as const;
const form = {
  ...call,
  audited: true,
  input: uploadForm,
  result: uploadResult,
  upload: 'stream',
} as const;
/** A name, or a whole path, which begins with `/`. */
const entryName = z.string().min(1).max(limits.maxPathBytes);

export const projectFileEndpoints = {
  list: defineEndpoint({
    ...call,
    path: '/project/files',
    turn: 'list',
    summary: `The entries of a folder of a project that the caller may view, folders first, with what the caller may do with each. All of them unless a page is asked for, but no more than ${limits.listMaxEntries}.`,
    audited: false,
    input: z.object({
      ...inProject,
      path: spacePath.default('/'),
      ...pageSchema,
      sort: z.enum(['name', 'size', 'createDate']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    result: z.array(projectItem),
  }),
  summary: defineEndpoint({
    ...call,
    path: '/project/files/summary',
    summary: 'How many entries of a folder of a project the caller may view.',
    audited: false,
    input: z.object({ ...inProject, path: spacePath.default('/') }),
    result: folderSummary,
  }),
  search: defineEndpoint({
    ...call,
    path: '/project/files/search',
    turn: 'search',
    summary: 'Files and folders of a project, as /user/info/disk/search finds those of a disk.',
    audited: false,
    input: z.object({
      ...inProject,
      key: z.string().trim().max(255).default(''),
      path: spacePath.default('/'),
      kinds: commaList.pipe(z.array(z.enum(fileKinds))),
      changedFrom: momentMs.optional(),
      changedTo: momentMs.optional(),
    }),
    result: searchResult.extend({ entries: z.array(projectItem) }),
  }),
  rights: defineEndpoint({
    ...call,
    path: '/project/files/rights',
    summary:
      'What the caller may do with an entry, which switch says so, who saved it where, and whom to ask.',
    audited: false,
    input: z.object({ ...inProject, path: spacePath.default('/') }),
    result: entryRights,
  }),
  asMember: defineEndpoint({
    ...call,
    path: '/project/files/asMember',
    turn: 'list',
    summary:
      "A page of what a member sees in a folder of a project, and what the member may do with each entry, as the member's own listing has it: for owner and administrator.",
    audited: false,
    input: z.object({
      ...inProject,
      userId: idSchema,
      path: spacePath.default('/'),
      ...projectPage,
    }),
    result: memberView,
  }),
  measure: defineEndpoint({
    ...call,
    path: '/project/files/measure',
    turn: 'measure',
    summary: `How much lies below a folder of a project that the caller may view; measured for at most ${limits.measureMaxMs / 1000} s.`,
    audited: false,
    input: z.object({ ...inProject, path: spacePath.default('/') }),
    result: folderMeasure,
  }),
  checksum: defineEndpoint({
    ...call,
    path: '/project/files/checksum',
    turn: 'measure',
    summary: `The SHA-256 of a file that the caller may download; read for at most ${limits.checksumMaxMs / 1000} s.`,
    audited: false,
    input: z.object({ ...inProject, path: spacePath }),
    result: z.object({ sha256: z.string() }),
  }),
  mkdir: defineEndpoint({
    ...call,
    path: '/project/mkdir',
    summary: 'Create a folder in an existing folder of a project.',
    audited: true,
    logged: ['projectId', 'path'],
    input: z.object({ ...inProject, path: spacePath }),
    result: projectItem,
  }),
  mkdirs: defineEndpoint({
    ...call,
    path: '/project/mkdirs',
    turn: 'folders',
    summary: 'Create folders of a project with those above them; existing ones stay.',
    audited: true,
    logged: ['projectId', 'paths'],
    input: z.object({ ...inProject, paths: pathList }),
    result: nothing,
    listBody: 'paths',
  }),
  rename: defineEndpoint({
    ...call,
    path: '/project/renameFile',
    summary:
      'Rename an entry of a project. name is its path; newName a name, or a path to move it to.',
    audited: true,
    logged: ['projectId', 'name', 'newName'],
    input: z.object({ ...inProject, name: spacePath, newName: entryName }),
    result: projectItem,
  }),
  remove: defineEndpoint({
    ...call,
    path: '/project/files/delete',
    summary: "Move entries of a project into the project's trash.",
    audited: true,
    logged: ['projectId', 'paths'],
    input: z.object({ ...inProject, paths: pathList }),
    result: nothing,
    listBody: 'paths',
  }),
  move: defineEndpoint({
    ...call,
    path: '/project/files/move',
    summary: 'Move entries of a project into another of its folders.',
    audited: true,
    logged: ['projectId', 'paths', 'dir'],
    input: z.object({
      ...inProject,
      paths: pathList,
      dir: spacePath,
      operation: conflictOperation,
    }),
    result: z.array(z.object({ path: z.string(), newPath: z.string() })),
  }),
  uploadFile: defineEndpoint({
    ...form,
    path: '/project/uploadFile',
    summary:
      'Upload files into a project (multipart dir, projectId, files), or one chunk of one file.',
  }),
  uploadFolder: defineEndpoint({
    ...form,
    path: '/project/uploadFolder',
    summary: 'Upload the files of a folder into a project, or one chunk of one of them.',
  }),
  getDownloadPath: defineEndpoint({
    ...call,
    path: '/project/getDownloadFilePath',
    turn: 'wait',
    summary:
      'A download token for one file of a project at once, or for several entries when their zip is ready; with async=true the state of the packing. For who may download without asking.',
    audited: true,
    logged: ['projectId', 'paths'],
    input: z.object({ ...inProject, paths: pathList, async: wireBoolean.default(false) }),
    result: z.union([z.string(), packageState]),
    listBody: 'paths',
  }),
  getPreviewPath: defineEndpoint({
    ...call,
    path: '/project/getPreviewFilePath',
    summary:
      'A download token to show one file of a project in the page, for users who may download it: the bytes are the same.',
    audited: true,
    logged: ['projectId', 'path'],
    input: z.object({ ...inProject, path: spacePath }),
    result: z.string(),
  }),
  download: defineEndpoint({
    feature: 'projects',
    method: 'GET',
    path: '/project/download',
    summary: 'The bytes behind a download token, as /user/info/download gives them.',
    access: 'ticket',
    audited: false,
    input: z.object({ path: z.string().min(1).max(200) }),
    result: z.unknown(),
    transport: 'raw',
  }),
  getPermission: defineEndpoint({
    ...call,
    path: '/project/getFilePermission',
    summary:
      'The nine switches that hold for an entry, and where they were saved: for owner and administrator.',
    audited: false,
    input: z.object({ ...inProject, file: spacePath.default('/') }),
    result: effectivePermission,
  }),
  setPermission: defineEndpoint({
    ...call,
    path: '/project/setFilePermission',
    summary:
      'Save the nine switches of an entry for itself and what lies below it; null: none of its own any more. Instead of all nine, only those that change.',
    audited: true,
    input: z
      .object({
        ...inProject,
        file: spacePath,
        filePermission: savedFilePermission.nullable().optional(),
        /** In place of all nine. */
        permissionChanges: permissionChanges.optional(),
      })
      .refine(
        ({ filePermission, permissionChanges: changes }) =>
          (filePermission === undefined) !== (changes === undefined),
        ruleMessage(
          '须提供 filePermission 或 permissionChanges 中的一项',
          'give either filePermission or permissionChanges',
        ),
      ),
    result: effectivePermission,
  }),
  ...projectCommentEndpoints,
  ...projectCopyEndpoints,
  ...projectSpaceEndpoints,
} as const;
