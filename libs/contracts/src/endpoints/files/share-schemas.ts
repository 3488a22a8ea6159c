import { z } from 'zod';
import { limits } from '../../limits.js';
import { idSchema, optional, pageSchema, ruleMessage, wireTime } from '../../wire.js';
import { userOption } from '../identity/users.js';

/** Whom a share is for (spec part 1 §3, Share). */
export const shareTypes = { users: 1, link: 2 } as const;
export type ShareType = (typeof shareTypes)[keyof typeof shareTypes];
/** The same on the wire. */
export const shareType = z.union([z.literal(shareTypes.users), z.literal(shareTypes.link)]);

/** The letters of a code that the platform makes: none is taken for another when it is read out. */
export const verificationAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const verificationLength = 6;

/**
 * What is to be had of a share now. `missing`: nothing of it is where it was; `expired`: its time is over; `usedUp`: it was taken
 * as often as it may be; `unavailable`: its owner may not share at present.
 */
export const shareStates = ['active', 'missing', 'expired', 'usedUp', 'unavailable'] as const;
export type ShareState = (typeof shareStates)[number];

/** One of the entries that a share shows side by side at its top. */
export const shareFile = z.object({
  /** For the owner where it lies on the disk, for a receiver its path in the share. */
  path: z.string(),
  /** Its name. */
  localPath: z.string(),
  directory: z.boolean(),
  /** It was deleted, or moved by something else than the platform. */
  isMissing: z.boolean(),
});
export type ShareFile = z.infer<typeof shareFile>;

/** What comes by a drop box of people without an account: how much may, and how much did. */
export const visitorBox = z.object({
  /** Whether the platform lets them in at present. */
  isOpen: z.boolean(),
  /** What they read above it; null: the name of its folder. */
  title: z.string().nullable(),
  /** Null: as much as the owner's quota allows. */
  maxBytes: z.number().nullable(),
  maxFiles: z.number().nullable(),
  bytes: z.number(),
  files: z.number(),
});
export type VisitorBox = z.infer<typeof visitorBox>;

/** What only the owner of a share gets to know of it. */
export const ownShare = z.object({
  /** Those who have it, chosen by the owner or come by the link: the first of them in lists, up to `limits.shareMaxUsers` in the answer about one share. */
  users: z.array(userOption),
  userCount: z.number(),
  /** How many downloads, previews and copies a link gives in all; null: any number. */
  downloadLimit: z.number().nullable(),
  /** How many it gave. */
  downloads: z.number(),
  /** When somebody last opened or took something; null: nobody yet. */
  lastVisitTime: wireTime.nullable(),
  /** Null: only people with an account reach it. */
  visitors: visitorBox.nullable(),
});
export type OwnShare = z.infer<typeof ownShare>;

/** A share, as its owner or one of its receivers has it. */
export const shareRow = z.object({
  id: z.string(),
  shareType,
  /** For a receiver: when they received it. */
  createTime: wireTime,
  /** In lists at most `limits.shareFilesInList` of them. */
  fileVos: z.array(shareFile),
  /** How many entries it has. */
  entries: z.number(),
  /** The same paths in the documented shape. */
  sharePaths: z.array(z.object({ sharePathKey: z.object({ path: z.string() }) })),
  /** Who shares it. */
  shareUser: userOption,
  state: z.enum(shareStates),
  /** Receivers add files to its folder and see nothing of it. */
  isDropBox: z.boolean(),
  /** Whether receivers may take what is in it; if not, they see names, sizes and times, and no content. Its owner always may. */
  canDownload: z.boolean(),
  /** Until when a link is good, ms since the epoch; null: until it is deleted. */
  expirationTime: z.number().nullable(),
  /** The code of a link; null for receivers, and for a share to users. */
  verification: z.string().nullable(),
  /** Null for receivers. */
  own: ownShare.nullable(),
});
export type ShareRow = z.infer<typeof shareRow>;

/** What somebody did with a share. */
export const visitActions = ['opened', 'previewed', 'downloaded', 'saved', 'uploaded'] as const;
export type VisitAction = (typeof visitActions)[number];

export const shareVisit = z.object({
  id: z.string(),
  /** Null: the user was deleted since, or it was a visitor without an account. */
  user: userOption.nullable(),
  /** A visitor without an account: the name that was given, perhaps none, and the address. */
  visitor: z.object({ name: z.string(), address: z.string() }).nullable(),
  action: z.enum(visitActions),
  /** The entries, as paths in the share; the first of them. */
  paths: z.array(z.string()),
  entries: z.number(),
  time: wireTime,
});
export type ShareVisit = z.infer<typeof shareVisit>;

/** How many downloads, previews and copies a link gives in all. */
export const downloadLimit = z.coerce.number().int().min(1).max(limits.shareMaxDownloads);
/** With whom something is shared. */
export const shareUsers = z
  .array(z.object({ id: idSchema }))
  .refine(
    (chosen) => chosen.length <= limits.shareMaxUsers,
    ruleMessage(
      `最多选择 ${limits.shareMaxUsers} 个用户`,
      `it can have at most ${limits.shareMaxUsers} users`,
    ),
  );
/** A code that the owner of a link chooses. */
export const chosenVerification = z
  .string()
  .trim()
  .refine(
    (code) => /^[A-Za-z0-9]{4,16}$/.test(code),
    ruleMessage('提取码为 4–16 位字母或数字', 'a code has 4 to 16 letters or digits'),
  );

/** 1: made by the caller; 2: received. */
const isMe = z.enum(['1', '2']);
/** Which shares are listed, and the page of them. */
export const listedShares = {
  isMe: z.union([isMe, z.number().transform(String).pipe(isMe)]),
  ...pageSchema,
  /** A part of the name of a shared entry, or of the sharer's; case does not matter. */
  search: optional(z.string().trim().max(255)),
};
