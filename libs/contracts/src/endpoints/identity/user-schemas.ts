import { z } from 'zod';
import { ruleMessage, wireTime } from '../../wire.js';
import { permissionSchema } from './credentials.js';

/**
 * China mobile: 11 digits, 1 then 3 to 9 (spec part 2 §5). As people write it: full-width digits, spaces, hyphens, dots, brackets
 * and the country's code are read over.
 */
export const mobileSchema = z
  .string()
  .normalize('NFKC')
  .overwrite((written) =>
    written.replaceAll(/[\s\p{Pd}.()]/gu, '').replace(/^(?:\+|00)?86(?=\d{11}$)/, ''),
  )
  .refine(
    (mobile) => /^1[3-9]\d{9}$/.test(mobile),
    ruleMessage('请输入正确的 11 位手机号', 'please enter a mobile number of 11 digits'),
  );

/** Full-width signs and the Chinese full stop, as input methods leave them, are what they stand for. */
export const emailSchema = z
  .string()
  .normalize('NFKC')
  .overwrite((written) => written.replaceAll('。', '.'))
  .trim()
  .max(254)
  .refine(
    (email) => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(email),
    ruleMessage('请输入正确的邮箱地址', 'please enter a valid e-mail address'),
  );

/**
 * Which letters may stand beside each other: the East Asian scripts beside Latin, as people write there; any other script alone
 * (UTS 39, "highly restrictive", of the scripts that UAX 31 recommends).
 */
const scriptsTogether = [
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]*$/u,
  /^\p{scx=Cyrillic}*$/u,
  /^\p{scx=Greek}*$/u,
  /^\p{scx=Arabic}*$/u,
  /^\p{scx=Armenian}*$/u,
  /^\p{scx=Bengali}*$/u,
  /^\p{scx=Bopomofo}*$/u,
  /^\p{scx=Devanagari}*$/u,
  /^\p{scx=Ethiopic}*$/u,
  /^\p{scx=Georgian}*$/u,
  /^\p{scx=Gujarati}*$/u,
  /^\p{scx=Gurmukhi}*$/u,
  /^\p{scx=Hebrew}*$/u,
  /^\p{scx=Kannada}*$/u,
  /^\p{scx=Khmer}*$/u,
  /^\p{scx=Lao}*$/u,
  /^\p{scx=Malayalam}*$/u,
  /^\p{scx=Myanmar}*$/u,
  /^\p{scx=Oriya}*$/u,
  /^\p{scx=Sinhala}*$/u,
  /^\p{scx=Tamil}*$/u,
  /^\p{scx=Telugu}*$/u,
  /^\p{scx=Thai}*$/u,
  /^\p{scx=Tibetan}*$/u,
] as const;

function isOfOneScript(name: string): boolean {
  const letters = name.replaceAll(/[0-9._-]/g, '');
  return scriptsTogether.some((script) => script.test(letters));
}

/**
 * The login name is also the name of the user's folder: letters, digits, `.`, `_`, `-`; a letter or digit first. Full-width and
 * other compatibility forms of a letter are the letter. Its letters are of one script.
 */
export const userNameSchema = z
  .string()
  .trim()
  .normalize('NFKC')
  .min(1)
  .max(64)
  .refine(
    (name) => /^[\p{L}〇0-9][\p{L}〇0-9._-]*$/u.test(name),
    ruleMessage(
      '须以字母或数字开头，只含字母、数字、点、下划线、连字符',
      'it must start with a letter or digit; then letters, digits, dots, underscores or hyphens',
    ),
  )
  .refine(
    isOfOneScript,
    ruleMessage(
      '字母须属于同一种文字，只有汉字、假名和谚文可与拉丁字母混用',
      'its letters must be of one script; only Chinese, Japanese and Korean ones may stand beside Latin ones',
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
