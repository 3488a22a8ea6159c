import type {
  NoticeSentence,
  NoticeTeller,
  NoticeTexts,
} from '@clusterdesk/contracts/notice-sentences';
import type { z } from 'zod';
import { currentLanguage, translate } from '../i18n/i18n.js';
import { formatList } from '../lib/format/format-list.js';

/** What a window does with a notification besides telling it. */
interface NoticeLead {
  /** The page it is about. */
  path?: string;
  /** A page that shows it among others: who opens that has seen it, too. */
  listedAt?: string;
  /** Somebody waits for it, or can go on because of it: windows in view say it at once, and do not leave it to the bell. */
  isToast?: true;
}

/** A notification as people read it, in the language of now. */
export interface Notice extends NoticeTexts, NoticeLead {}

/** How one kind of notification reads; null: its payload is not what this console expects. */
export interface NotificationText {
  kind: string;
  read: (payload: unknown) => Notice | null;
}

const tellerOfNow = (): NoticeTeller => ({
  language: currentLanguage(),
  say: translate,
  list: formatList,
});

/**
 * Says where a kind leads; how it reads says its sentence, which mails have, too. Features that send notifications name theirs in
 * `feature.ts`.
 */
export const defineNotificationText = <Payload extends z.ZodType>(
  { kind, payload: schema, read }: NoticeSentence<Payload>,
  lead: (payload: z.output<Payload>) => NoticeLead,
): NotificationText => ({
  kind,
  read: (payload) => {
    const texts = read(payload, tellerOfNow());
    return texts && { ...texts, ...lead(schema.parse(payload)) };
  },
});
