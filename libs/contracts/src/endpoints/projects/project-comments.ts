import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { idSchema, nothing, ruleMessage, spacePath, textId, wireTime } from '../../wire.js';
import { userOption } from '../identity/users.js';
import { inProject, projectPage } from './project-schemas.js';
import { anyProjectPage } from './projects.js';

const call = { feature: 'projects', method: 'POST', access: anyProjectPage } as const;

/** What a member wrote about an entry of a project: plain text, whatever it looks like. */
export const entryComment = z.object({
  id: z.string(),
  /** Null: the user was deleted since. */
  author: userOption.nullable(),
  text: z.string(),
  time: wireTime,
  /** It is the caller's own, or the caller is the project's owner or administrator. */
  canRemove: z.boolean(),
});
export type EntryComment = z.infer<typeof entryComment>;

const text = z
  .string()
  .trim()
  .refine(
    (written) => written.length >= 1 && written.length <= limits.commentLength,
    ruleMessage(
      `评论为 1–${limits.commentLength} 个字符`,
      `a comment has 1 to ${limits.commentLength} characters`,
    ),
  )
  .refine(
    (written) => !written.includes('\0'),
    ruleMessage('评论中有无效字符', 'the comment has an invalid character'),
  );

/** Names an entry wherever it has gone since. Any other text names nothing, as the number that no entry has. */
const entryId = textId.pipe(
  z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .catch('0'),
);

/** What members say to each other about entries of a project. */
export const projectCommentEndpoints = {
  comments: defineEndpoint({
    ...call,
    path: '/project/files/comments',
    summary:
      'Comments on an entry of a project, the newest first: for its members who may view the entry.',
    audited: false,
    input: z.object({ ...inProject, path: spacePath, ...projectPage }),
    result: z.object({
      data: z.array(entryComment),
      total: z.number(),
      /** By which notices of these comments name the entry; null: nothing is known of it, so there are none. */
      entryId: z.string().nullable(),
    }),
  }),
  commentedEntry: defineEndpoint({
    ...call,
    path: '/project/files/comments/entry',
    summary:
      'Where an entry is now that a notice of a comment names: for the members of its project who may view it.',
    audited: false,
    input: z.object({ ...inProject, entryId }),
    result: z.object({ path: z.string() }),
  }),
  addComment: defineEndpoint({
    ...call,
    path: '/project/files/comments/add',
    summary: `Comment on an entry of a project that the caller may view; an entry has at most ${limits.commentsPerEntry} comments.`,
    audited: true,
    logged: ['projectId', 'path'],
    input: z.object({ ...inProject, path: spacePath, text }),
    result: entryComment,
  }),
  removeComment: defineEndpoint({
    ...call,
    path: '/project/files/comments/remove',
    summary:
      "Delete a comment of the caller's; for owner and administrator of the project, anybody's.",
    audited: true,
    logged: ['projectId', 'path'],
    input: z.object({ ...inProject, path: spacePath, commentId: idSchema }),
    result: nothing,
  }),
} as const;
