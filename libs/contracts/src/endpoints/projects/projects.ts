import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { idList, idSchema, nothing, optional, ruleMessage } from '../../wire.js';
import {
  permissionChanges,
  savedFilePermission,
  inProject,
  projectDescribe,
  projectName,
  projectPage,
  projectRow,
  projectSettings,
  projectTag,
  projectUser,
} from './project-schemas.js';

/** The pages of projects; who may do what in one is decided in the project. */
export const anyProjectPage = { anyPermission: ['projects.manage', 'projects.join'] } as const;
const managing = { anyPermission: ['projects.manage'] } as const;

/** Page parameters of the lists of users (spec part 1 §7, Projects). */
const usersPage = {
  ...inProject,
  pageNo: z.coerce.number().int().min(0).default(0),
  pageSize: projectPage.pageSize,
  /** A part of the login name or the real name. */
  username: optional(z.string().trim().max(64)),
};
const users = z.object({ data: z.array(projectUser), total: z.number() });

const chosenUsers = idList.refine(
  (ids) => ids.length > 0 && ids.length <= limits.bulkUsers,
  ruleMessage(`请选择 1–${limits.bulkUsers} 个用户`, `Choose 1 to ${limits.bulkUsers} users`),
);

export const projectEndpoints = {
  list: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/list',
    summary:
      "The caller's projects, newest first: me=1 those owned or administered, me=2 those joined, else both.",
    access: anyProjectPage,
    audited: false,
    input: z.object({
      me: optional(z.coerce.string().pipe(z.enum(['1', '2', '3', '']))),
      /** A part of the name. */
      projectName: optional(z.string().trim().max(255)),
      /** Only this one. */
      id: optional(z.union([z.literal(''), idSchema])),
      /** Those that were deleted and can be restored, in place of those that live. */
      isDeleted: optional(z.union([z.boolean(), z.stringbool()])),
      ...projectPage,
    }),
    result: z.object({ data: z.array(projectRow), total: z.number() }),
  }),
  listAll: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/list/all',
    summary: `Projects to choose from: the caller's own, or all of them for administrators of queues; at most ${limits.maxPageSize}.`,
    access: { anyPermission: ['projects.manage', 'projects.join', 'queues.manage', 'disk.use'] },
    audited: false,
    input: z.object({ name: optional(z.string().trim().max(255)) }),
    result: z.array(z.object({ id: z.string(), projectName: z.string() })),
  }),
  add: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/add',
    summary: 'Create a project; the caller owns and administers it.',
    access: managing,
    audited: true,
    input: z.object({ projectName, projectDescribe: projectDescribe.default('') }),
    result: projectRow,
  }),
  detail: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/detail',
    summary:
      'One project, for its members and whoever its switches let in; to others it does not exist.',
    access: anyProjectPage,
    audited: false,
    input: z.object({ id: idSchema }),
    result: projectRow,
  }),
  getSettings: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/getProjectSettingInfo',
    summary: 'The settings of a project: for its owner and its administrator.',
    access: anyProjectPage,
    audited: false,
    input: z.object(inProject),
    result: projectSettings,
  }),
  edit: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/edit',
    summary: 'Change the settings of a project. What is absent stays.',
    access: anyProjectPage,
    audited: true,
    input: z.object({
      id: idSchema,
      projectName: projectName.optional(),
      projectDescribe: projectDescribe.optional(),
      filePermission: savedFilePermission.optional(),
      /** In place of all nine. */
      permissionChanges: permissionChanges.optional(),
      approvalDays: z.coerce.number().int().min(1).max(limits.approvalMaxDays).optional(),
      approversNeeded: z.coerce.number().int().min(1).max(2).optional(),
    }),
    result: projectSettings,
  }),
  remove: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/delete',
    summary:
      'Delete a project: nobody reaches its files any more, its open applications end, and for as long as a trash is kept its owner or its administrator can restore it.',
    access: anyProjectPage,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  restore: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/restore',
    summary: 'Bring back a deleted project, with its files, members and switches.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: projectRow,
  }),
  addTag: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/add/tag',
    summary: 'Give a project a tag; one that it has already is that one.',
    access: anyProjectPage,
    audited: true,
    logged: ['tagName'],
    input: z.object({
      ...inProject,
      tagName: z
        .string()
        .trim()
        .refine(
          (name) => name.length >= 1 && name.length <= limits.projectTagLength,
          ruleMessage(
            `标签为 1–${limits.projectTagLength} 个字符`,
            `a tag has 1 to ${limits.projectTagLength} characters`,
          ),
        ),
    }),
    result: projectTag,
  }),
  removeTag: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/delete/tag',
    summary: 'Take a tag off a project.',
    access: anyProjectPage,
    audited: true,
    input: z.object({ ...inProject, tagId: idSchema }),
    result: nothing,
  }),
  users: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/projectUsers',
    summary: 'Who is in a project: the owner, the administrator, then members as they came.',
    access: anyProjectPage,
    audited: false,
    input: z.object(usersPage),
    result: users,
  }),
  candidates: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/userList',
    summary: 'Active users who are not in the project: for its owner and its administrator.',
    access: anyProjectPage,
    audited: false,
    input: z.object(usersPage),
    result: users,
  }),
  addUsers: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/add/user',
    summary:
      'Make users members (userId, or several as a comma list). Who is one already stays one.',
    access: anyProjectPage,
    audited: true,
    input: z.object({ ...inProject, userId: chosenUsers }),
    result: nothing,
  }),
  removeUser: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/delete/user',
    summary:
      'Remove a member: access ends immediately, and so do running transfers and applications of the member.',
    access: anyProjectPage,
    audited: true,
    input: z.object({ ...inProject, userId: idSchema }),
    result: nothing,
  }),
  leave: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/leave',
    summary: 'Leave a project; its owner and its administrator hand it over first.',
    access: anyProjectPage,
    audited: true,
    input: z.object(inProject),
    result: nothing,
  }),
  setAdmin: defineEndpoint({
    feature: 'projects',
    method: 'POST',
    path: '/project/setAdmin',
    summary: 'Make a member the administrator; the one before becomes a member.',
    access: anyProjectPage,
    audited: true,
    input: z.object({ id: idSchema, userId: idSchema }),
    result: nothing,
  }),
} as const;
