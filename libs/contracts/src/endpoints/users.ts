import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { commaList, idSchema, nothing, pageSchema, ruleMessage, wireDate } from '../wire.js';
import { accountEndpoints, emailSchema, mobileSchema } from './account.js';
import { encryptedPassword, userDetail } from './identity.js';

/** The user list and its forms. */
const userPages = { anyMenu: ['/userList'] } as const;

/** A user as the list shows it. */
export const userRow = userDetail.omit({ permission: true, isSystemAdministrator: true });
export type UserRow = z.infer<typeof userRow>;

/** A user to choose: for shares, queues, desktops, roles. */
export const userOption = z.object({
  id: z.string(),
  userName: z.string(),
  realName: z.string().nullable(),
});
export type UserOption = z.infer<typeof userOption>;

/** The login name is also the name of the user's folder: letters of any script, digits, `.`, `_`, `-`; a letter or digit first. */
export const userNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .refine(
    (name) => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name),
    ruleMessage(
      '须以字母或数字开头，只含字母、数字、点、下划线、连字符',
      'it must start with a letter or digit; then letters, digits, dots, underscores or hyphens',
    ),
  );

const optionalText = z.string().trim().max(255).optional();
/** An empty field of a form means: none. */
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal(''), schema]).optional();

/** Who may pick users: the pages that have a user picker. */
const userPickers = {
  anyMenu: [
    '/userList',
    '/roleManagement',
    '/queueManangement',
    '/desktopDot',
    '/systemeManagement',
    '/myDoc',
    '/myShare',
    '/managementProject',
  ],
} as const;

export const userEndpoints = {
  list: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/list',
    summary: 'Users by page; search looks in user name, real name, mobile, e-mail and unit.',
    access: userPages,
    audited: false,
    input: z.object({ ...pageSchema, search: z.string().trim().max(64).optional() }),
    result: z.object({ data: z.array(userRow), total: z.number() }),
  }),
  listAll: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/list/all',
    summary: 'Users to choose from, by a part of their name.',
    access: userPickers,
    audited: false,
    input: z.object({ name: z.string().trim().max(64).optional() }),
    result: z.array(userOption),
  }),
  listShareUsers: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/list/shareUsers',
    summary: 'Users one can share with: everyone active but oneself.',
    access: { anyMenu: ['/myDoc', '/myShare'] },
    audited: false,
    input: z.object({ name: z.string().trim().max(64).optional() }),
    result: z.array(userOption),
  }),
  add: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/add',
    summary: 'Create a user.',
    access: userPages,
    audited: true,
    input: z.object({
      userName: userNameSchema,
      password: encryptedPassword,
      realName: optionalText,
      mobile: orNone(mobileSchema),
      email: orNone(emailSchema),
      companyName: optionalText,
      companyAddress: optionalText,
      roleId: idSchema,
      effectiveDate: wireDate.optional(),
      expiredDate: wireDate.optional(),
    }),
    result: userRow,
  }),
  remove: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/delete',
    summary: 'Delete a user; the last administrator and oneself can not be deleted.',
    access: userPages,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  changePassword: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/change/password',
    summary: "Set another user's password; ends that user's sessions.",
    access: userPages,
    audited: true,
    input: z.object({ id: idSchema, password: encryptedPassword }),
    result: nothing,
  }),
  updatePassword: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/update/password',
    summary: "Change one's own password; ends all of one's sessions.",
    access: 'signedIn',
    audited: true,
    input: z.object({ id: idSchema, password: encryptedPassword, oldPassword: encryptedPassword }),
    result: nothing,
  }),
  updateRealName: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/update/realName',
    summary: "Change one's own real name; with the menu of the user list anyone's.",
    access: 'signedIn',
    audited: true,
    input: z.object({ userId: idSchema, realName: z.string().trim().min(1).max(64) }),
    result: nothing,
  }),
  freeze: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/freeze',
    summary: 'freeze=1 freezes, without dates; freeze=2 activates, with the validity period.',
    access: userPages,
    audited: true,
    input: z.object({
      id: idSchema,
      freeze: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)])),
      startDate: wireDate.optional(),
      endDate: wireDate.optional(),
    }),
    result: nothing,
  }),
  setRoles: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/add/role',
    summary: "Replace a user's roles.",
    access: userPages,
    audited: true,
    input: z.object({ userId: idSchema, roleIds: commaList }),
    result: nothing,
  }),
  downloadTemplate: defineEndpoint({
    feature: 'identity',
    method: 'GET',
    path: '/user/info/template/download',
    summary: 'The xlsx form for importing users.',
    access: userPages,
    audited: false,
    input: z.object({}),
    result: z.unknown(),
    transport: 'raw',
  }),
  importUsers: defineEndpoint({
    feature: 'identity',
    method: 'POST',
    path: '/user/info/template/upload',
    summary:
      'Create the users of a filled form: all of its rows, or none; a refusal lists every wrong row with its number and reason in result.details.rows.',
    access: userPages,
    audited: true,
    input: z.object({}),
    result: z.object({ added: z.number() }),
    upload: 'file',
  }),
  ...accountEndpoints,
} as const;
