import { noticeChoicesPath, type Language, type LocalizedText } from '@clusterdesk/contracts';
import { tellMore, tellNotice } from './notice-tellers.js';

/** Characters of a notice's second line: people write reasons and messages of any length. */
const textLength = 500;

/** What a mail tells of. */
interface Told {
  kind: string;
  payload: unknown;
  count: number;
}

const unknownKind: LocalizedText = { cn: '新通知', en: 'New notification' };

/** How many there are. Names stay out of it: a subject is shown on locked screens. */
export const subjectOf = (total: number): LocalizedText => ({
  cn: `ClusterDesk：${total} 条新通知`,
  en: `ClusterDesk: ${total} new ${total === 1 ? 'notification' : 'notifications'}`,
});

function lineOf({ kind, payload, count }: Told, language: Language): string {
  const { title, text } = tellNotice(kind, payload, language) ?? { title: unknownKind[language] };
  const more = count > 1 ? tellMore(count - 1, language) : '';
  const rest = text && text.length > textLength ? `${text.slice(0, textLength)}…` : text;
  const second = [rest, more].filter(Boolean).join(' ');
  return second === '' ? `- ${title}` : `- ${title}\n  ${second.replaceAll(/\s*\n\s*/g, ' ')}`;
}

/**
 * The mail, as the bell tells it.
 * @param total how many there are, of which `notices` are the first
 * @param origin the platform's public address; null: none is known, and nothing is linked
 */
export function textOf(
  { notices, total }: { notices: readonly Told[]; total: number },
  language: Language,
  origin: string | null,
): string {
  const more = total - notices.length;
  const links: LocalizedText[] =
    origin === null
      ? []
      : [
          {
            cn: `在平台上查看：${origin}/\n更改或关闭邮件通知：${origin}${noticeChoicesPath}`,
            en: `Open the platform: ${origin}/\nChange or turn off these mails: ${origin}${noticeChoicesPath}`,
          },
        ];
  return [
    notices.map((notice) => lineOf(notice, language)).join('\n'),
    ...(more > 0 ? [tellMore(more, language)] : []),
    ...links.map((link) => link[language]),
  ].join('\n\n');
}
