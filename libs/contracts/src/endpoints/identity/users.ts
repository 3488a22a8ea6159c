import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { idList, idSchema, nothing, optional, pageSchema, wireDate } from '../../wire.js';
import { encryptedPassword } from './credentials.js';
import { userBulkEndpoints } from './user-bulk.js';
import { userImportEndpoints } from './user-import.js';
import { mustChangePassword, noExpiry, userPages } from './user-fields.js';
import { emailSchema, mobileSchema, userDetail, userNameSchema } from './user-schemas.js';

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

const optionalText = optional(z.string().trim().max(255));
/** An empty field of a form means: none. */
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  optional(z.union([z.literal(''), schema]));

/** The pages with a user picker. */
const userPickers = {
  anyPermission: [
    'users.manage',
    'roles.manage',
    'queues.manage',
    'desktops.manage',
    'system.manage',
    'disk.use',
    'shares.send',
    'projects.manage',
  ],
} as const;

/**
 * What a list can be narrowed to. `active`: may sign in now; `expiresSoon`: may, but not in 30 days any more; `expired` and
 * `pending`: not frozen, but outside the validity period.
 */
export const userStates = ['active', 'frozen', 'expiresSoon', 'expired', 'pending'] as const;
export type UserState = (typeof userStates)[number];

/** What a list can be sorted by; empty values come last. */
export const userSorts = [
  'userName',
  'realName',
  'companyName',
  'effectiveDate',
  'expiredDate',
  'lastSignInTime',
  'createTime',
] as const;
export type UserSort = (typeof userSorts)[number];

/** A field of an edit: absent, it stays; null or an empty text, it is emptied. */
const editable = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal(''), schema])
    .nullable()
    .optional();

export const userEndpoints = {
  list: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/list',
    turn: 'search',
    summary:
      'Users by page; search looks in user name, real name, mobile, e-mail and unit. The newest first unless sort says otherwise.',
    access: userPages,
    audited: false,
    input: z.object({
      ...pageSchema,
      search: optional(z.string().trim().max(64)),
      roleId: optional(idSchema),
      state: optional(z.enum(userStates)),
      sort: optional(z.enum(userSorts)),
      order: optional(z.enum(['asc', 'desc'])),
    }),
    result: z.object({ data: z.array(userRow), total: z.number() }),
  }),
  get: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/get',
    summary: 'One user, as a row of the list.',
    access: userPages,
    audited: false,
    input: z.object({ id: idSchema }),
    result: userRow,
  }),
  listAll: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/list/all',
    summary: 'Users to choose from, by a part of their name; those of a role can be left out.',
    access: userPickers,
    audited: false,
    input: z.object({
      name: optional(z.string().trim().max(64)),
      exceptRoleId: optional(idSchema),
    }),
    result: z.array(userOption),
  }),
  listShareUsers: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/list/shareUsers',
    turn: 'search',
    summary: 'Users one can share with: everyone active but oneself.',
    access: { anyPermission: ['disk.use', 'shares.send'] },
    audited: false,
    input: z.object({ name: optional(z.string().trim().max(64)) }),
    result: z.array(userOption),
  }),
  add: defineEndpoint({
    feature: 'users',
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
      effectiveDate: optional(wireDate),
      expiredDate: optional(wireDate),
      mustChangePassword,
    }),
    result: userRow,
  }),
  remove: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/delete',
    summary: 'Delete a user; the last administrator and the caller cannot be deleted.',
    access: userPages,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  changePassword: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/change/password',
    summary: "Set another user's password; ends that user's sessions.",
    access: userPages,
    audited: true,
    input: z.object({ id: idSchema, password: encryptedPassword, mustChangePassword }),
    result: nothing,
  }),
  freeze: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/freeze',
    summary:
      'freeze=1 freezes, without dates; freeze=2 activates, with the validity period (noExpiry: with no end).',
    access: userPages,
    audited: true,
    logged: ['freeze'],
    input: z.object({
      id: idSchema,
      freeze: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)])),
      startDate: optional(wireDate),
      endDate: optional(wireDate),
      noExpiry,
    }),
    result: nothing,
  }),
  edit: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/edit',
    summary:
      'Change fields of a user: absent ones stay, null empties. A validity that ends the right to be signed in ends the sessions.',
    access: userPages,
    audited: true,
    input: z.object({
      id: idSchema,
      realName: editable(z.string().trim().max(64)),
      mobile: editable(mobileSchema),
      email: editable(emailSchema),
      companyName: editable(z.string().trim().max(255)),
      companyAddress: editable(z.string().trim().max(255)),
      /** Null: valid from the beginning. */
      effectiveDate: editable(wireDate),
      /** Null: no expiry. */
      expiredDate: editable(wireDate),
      mustChangePassword,
    }),
    result: userRow,
  }),
  ...userBulkEndpoints,
  setRoles: defineEndpoint({
    feature: 'users',
    method: 'POST',
    path: '/user/info/add/role',
    summary:
      "Set a user's roles. With shownRoleIds only the difference to them is made, on what the user has by now: a change that somebody else made meanwhile stays.",
    access: userPages,
    audited: true,
    input: z.object({
      userId: idSchema,
      roleIds: idList,
      /** The roles that the caller was shown; absent: the roles are replaced, whatever they are. */
      shownRoleIds: optional(z.array(idSchema).max(limits.maxPageSize)),
    }),
    result: nothing,
  }),
  ...userImportEndpoints,
} as const;
