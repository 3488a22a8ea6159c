import type { z } from 'zod';
import type { NotificationKind } from '../endpoints/platform/notifications.js';
import type { Language } from '../envelope.js';
import type { words as approvals } from './words/cn/approvals.js';
import type { words as backups } from './words/cn/backups.js';
import type { words as cluster } from './words/cn/cluster.js';
import type { words as feedback } from './words/cn/feedback.js';
import type { words as health } from './words/cn/health.js';
import type { words as jobs } from './words/cn/jobs.js';
import type { words as licence } from './words/cn/licence.js';
import type { words as notifications } from './words/cn/notifications.js';
import type { words as projects } from './words/cn/projects.js';
import type { words as receivedShares } from './words/cn/received-shares.js';
import type { words as upgrades } from './words/cn/upgrades.js';

/** The words of sentences by the console's namespaces, whose pages show some of them, too. */
interface Words {
  approvals: typeof approvals;
  backups: typeof backups;
  cluster: typeof cluster;
  feedback: typeof feedback;
  health: typeof health;
  jobs: typeof jobs;
  licence: typeof licence;
  notifications: typeof notifications;
  projects: typeof projects;
  receivedShares: typeof receivedShares;
  upgrades: typeof upgrades;
}
type Plain<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/** `namespace:key`, a plural without its form. */
export type NoticeWord = {
  [Space in keyof Words]: `${Space}:${Plain<keyof Words[Space]> & string}`;
}[keyof Words];

/** Speaks one language: the console that of its page, a mail that of its receiver. */
export interface NoticeTeller {
  language: Language;
  /** The sentence with its values; `count` chooses the plural. */
  say: (word: NoticeWord, values?: Record<string, string | number | null>) => string;
  /** Names one after the other. */
  list: (names: readonly string[]) => string;
}

/** A notice as people read it, wherever it reaches them. */
export interface NoticeTexts {
  title: string;
  /** What more there is to say. */
  text?: string;
}

/** How a kind of notification reads. */
export interface NoticeSentence<
  Payload extends z.ZodType = z.ZodType,
> extends NotificationKind<Payload> {
  /** Null: the payload, which came over a wire or out of a row, is not what the kind has; another version wrote it. */
  readonly read: (payload: unknown, teller: NoticeTeller) => NoticeTexts | null;
}

export const defineSentence = <Payload extends z.ZodType>(
  kind: NotificationKind<Payload>,
  tell: (payload: z.output<Payload>, teller: NoticeTeller) => NoticeTexts,
): NoticeSentence<Payload> => ({
  ...kind,
  read: (payload, teller) => {
    const { data, success } = kind.payload.safeParse(payload);
    return success ? tell(data, teller) : null;
  },
});
