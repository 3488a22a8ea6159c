import { z } from 'zod';
import { limits } from '../../limits.js';
import { idSchema, pageSize, ruleMessage, wireTime } from '../../wire.js';
import { diskItem } from '../files/disk.js';
import { userOption } from '../identity/users.js';

/** What one may do with an entry of a project without asking (contract: Projects, permissions, approvals). */
export const projectRights = ['view', 'edit', 'download'] as const;
export type ProjectRight = (typeof projectRights)[number];

/** For whom a switch is: who put the entry there; administrator and members; everybody else who is signed in. */
export const projectClasses = ['user', 'group', 'other'] as const;
export type ProjectClass = (typeof projectClasses)[number];

/** The nine switches, spelled as the specification does (part 1 §3, filePermission). */
export const filePermission = z.object({
  userView: z.boolean(),
  userEdit: z.boolean(),
  userDownload: z.boolean(),
  groupView: z.boolean(),
  groupEdit: z.boolean(),
  groupDownload: z.boolean(),
  otherView: z.boolean(),
  otherEdit: z.boolean(),
  otherDownload: z.boolean(),
});
export type FilePermission = z.infer<typeof filePermission>;

const off = z.boolean().default(false);
/** The same as it is sent; what is absent is off. */
export const savedFilePermission = z.object({
  userView: off,
  userEdit: off,
  userDownload: off,
  groupView: off,
  groupEdit: off,
  groupDownload: off,
  otherView: off,
  otherEdit: off,
  otherDownload: off,
});

/** Only the switches that somebody turned; the others stay as they are at that moment. */
export const permissionChanges = filePermission.partial();
export type PermissionChanges = z.infer<typeof permissionChanges>;

/** What holds where nothing was saved (contract). */
export const defaultFilePermission: FilePermission = {
  userView: true,
  userEdit: true,
  userDownload: true,
  groupView: true,
  groupEdit: false,
  groupDownload: false,
  otherView: false,
  otherEdit: false,
  otherDownload: false,
};

/** Where the switches that hold for an entry were saved. */
export const permissionSource = z.object({
  /** The entry itself or the nearest folder above it; `/`: the project. */
  path: z.string(),
  /** Who saved it; null: the user was deleted since. */
  user: userOption.nullable(),
  time: wireTime,
});
export type PermissionSource = z.infer<typeof permissionSource>;

/** The effective nine of an entry, and where they come from; null: nothing was saved, the defaults hold. */
export const effectivePermission = z.object({
  ...filePermission.shape,
  source: permissionSource.nullable(),
});
export type EffectivePermission = z.infer<typeof effectivePermission>;

/** A project's name (spec part 1 §5; contract: letters of any script). */
export const projectName = z
  .string()
  .trim()
  .refine(
    (name) => name.length <= limits.projectNameLength,
    ruleMessage(
      `项目名称最多 ${limits.projectNameLength} 个字符`,
      `a project name has at most ${limits.projectNameLength} characters`,
    ),
  )
  .refine(
    (name) => /^\p{L}[\p{L}\p{M}\p{N}_]*$/u.test(name),
    ruleMessage(
      '项目名称须以字母或汉字开头，只能包含字母、汉字、数字和下划线',
      'a project name starts with a letter; letters, digits and underscores follow',
    ),
  )
  .refine(
    (name) => name.toLowerCase() !== 'root',
    ruleMessage('项目名称不能为 root', 'a project cannot be called root'),
  );

/** A project's description (spec part 1 §9). */
export const projectDescribe = z
  .string()
  .trim()
  .refine(
    (text) => text.length <= limits.projectDescribeLength,
    ruleMessage(
      `项目描述最多 ${limits.projectDescribeLength} 个字符`,
      `a description has at most ${limits.projectDescribeLength} characters`,
    ),
  );

/** The caller's role in a project; `other`: no member, but a switch grants access. */
export const projectRoles = ['owner', 'admin', 'member', 'other'] as const;
export type ProjectRole = (typeof projectRoles)[number];

export const projectTag = z.object({ id: z.string(), tagName: z.string() });
export type ProjectTag = z.infer<typeof projectTag>;

/** A project as one of those who may open it has it (spec part 1 §3, Project). */
export const projectRow = z.object({
  id: z.string(),
  projectName: z.string(),
  projectDescribe: z.string(),
  /** The day of its creation. */
  timeStr: z.string(),
  createTime: wireTime,
  owner: userOption,
  admin: userOption,
  /** The owner, the administrator, then members in the order in which they came: the first of them. */
  userInfos: z.array(userOption),
  userCount: z.number(),
  tags: z.array(projectTag),
  filePermission,
  /** The caller's. */
  role: z.enum(projectRoles),
  /** How many people have to say yes to an application: 1 or 2. With two, only the owner lets more people download without one. */
  approversNeeded: z.number(),
  /** Applications that wait for the caller's decision. */
  awaitingMe: z.number(),
  /** The caller's own that wait for others'. */
  ownPending: z.number(),
  /** What it keeps, trash included, bytes; null: not measured yet. Changes with `trashChanged`. */
  usedBytes: z.number().nullable(),
  /** What was put, moved or removed last; null: nothing was yet. `name` is null where the caller may not see the entry, or it is gone. */
  lastChange: z.object({ time: wireTime, name: z.string().nullable() }).nullable(),
  /** Set for a deleted project: until when it can be restored. */
  restorableUntil: wireTime.nullable(),
});
export type ProjectRow = z.infer<typeof projectRow>;

/** What its settings page shows. */
export const projectSettings = z.object({
  id: z.string(),
  projectName: z.string(),
  projectDescribe: z.string(),
  filePermission,
  /** For how many days an approval is good. */
  approvalDays: z.number(),
  /** How many people have to say yes: 1 or 2. */
  approversNeeded: z.number(),
  /** The caller owns the project: only the owner goes back from two people to one. */
  isOwner: z.boolean(),
});
export type ProjectSettings = z.infer<typeof projectSettings>;

/** A member, or somebody who could become one. */
export const projectUser = z.object({
  ...userOption.shape,
  role: z.enum(projectRoles),
  /** When the user came into the project; null for candidates. */
  joinTime: wireTime.nullable(),
});
export type ProjectUser = z.infer<typeof projectUser>;

const rightsOfEntry = z.object({ view: z.boolean(), edit: z.boolean(), download: z.boolean() });

/** An entry of a project, and what the caller may do with it. */
export const projectItem = z.object({
  ...diskItem.shape,
  rights: rightsOfEntry,
  /** Who put it there; null: unknown, or deleted since. */
  putBy: userOption.nullable(),
});
export type ProjectItem = z.infer<typeof projectItem>;

/** What the caller may do with an entry, and why: what a page says where it has no button. */
export const entryRights = z.object({
  path: z.string(),
  rights: rightsOfEntry,
  /** Adding new entries below it. */
  canAdd: z.boolean(),
  /** The class that decides; null: the owner and the administrator may do everything. */
  decidedAs: z.enum(projectClasses).nullable(),
  permission: effectivePermission,
  /** Whom to ask. */
  admin: userOption,
});
export type EntryRights = z.infer<typeof entryRights>;

/** A folder of a project as one of its members has it. */
export const memberView = z.object({
  /** Empty of what the member does not see. */
  entries: z.array(projectItem),
  /** How many entries the folder shows the member. */
  total: z.number(),
  /** What the member may do with the folder itself; without `view` it shows nothing. */
  rights: rightsOfEntry,
  canAdd: z.boolean(),
  /** Whether the platform lets the member download at all: without it, no right to download is of use. */
  canDownload: z.boolean(),
});
export type MemberView = z.infer<typeof memberView>;

/** Page parameters as the calls of projects spell them. */
export const projectPage = {
  pageNum: z.coerce.number().int().min(0).default(0),
  pageSize: pageSize.default(10),
};
export const inProject = { projectId: idSchema };
