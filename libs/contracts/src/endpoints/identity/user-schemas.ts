import { z } from 'zod';
import { ruleMessage, wireTime } from '../../wire.js';
import { permissionSchema } from './credentials.js';

/** China mobile: 11 digits, 1 then 3 to 9 (spec part 2 §5). */
export const mobileSchema = z
  .string()
  .trim()
  .refine(
    (mobile) => /^1[3-9]\d{9}$/.test(mobile),
    ruleMessage('请输入正确的 11 位手机号', 'please enter a mobile number of 11 digits'),
  );

export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .refine(
    (email) => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(email),
    ruleMessage('请输入正确的邮箱地址', 'please enter a valid e-mail address'),
  );

/** Letters of these scripts look alike: a name has letters of one of them at most. */
const alikeScripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u] as const;

/**
 * The login name is also the name of the user's folder: letters of any script, digits, `.`, `_`, `-`; a letter or digit first.
 * Full-width and other compatibility forms of a letter are the letter.
 */
export const userNameSchema = z
  .string()
  .trim()
  .normalize('NFKC')
  .min(1)
  .max(64)
  .refine(
    (name) => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name),
    ruleMessage(
      '须以字母或数字开头，只含字母、数字、点、下划线、连字符',
      'it must start with a letter or digit; then letters, digits, dots, underscores or hyphens',
    ),
  )
  .refine(
    (name) => alikeScripts.filter((script) => script.test(name)).length < 2,
    ruleMessage(
      '不能混用拉丁、西里尔和希腊字母',
      'it can not mix Latin, Cyrillic and Greek letters',
    ),
  );

/** The roles that the first start creates: pages name them in their reader's language. */
export const builtInRole = z.enum(['administrators', 'users']);
export type BuiltInRole = z.infer<typeof builtInRole>;

/** A role, where its name is shown. */
const namedRole = z.object({
  id: z.string(),
  roleName: z.string(),
  /** Null for a role that people made. */
  builtIn: builtInRole.nullable(),
});

export const userDetail = z.object({
  id: z.string(),
  userName: z.string(),
  realName: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  companyName: z.string().nullable(),
  companyAddress: z.string().nullable(),
  roleList: z.array(namedRole),
  /** 1 active, 2 frozen. */
  enable: z.union([z.literal(1), z.literal(2)]),
  effectiveDate: wireTime.nullable(),
  expiredDate: wireTime.nullable(),
  createTime: wireTime,
  /** Null before the first time. */
  lastSignInTime: wireTime.nullable(),
  /** Every call but the change of the password is refused with ACCESS_PASSWORD_CHANGE_FIRST. */
  mustChangePassword: z.boolean(),
  permission: permissionSchema,
  isSystemAdministrator: z.boolean(),
});
export type UserDetail = z.infer<typeof userDetail>;
