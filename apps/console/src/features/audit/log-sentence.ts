import type { LogRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { currentLanguage, translate } from '../../shared/i18n/i18n.js';
import { formatList } from '../../shared/lib/format/format-list.js';
import type { Operation } from '../../shared/operation.js';
import { changesIn, textOf } from './log-changes.js';

type Told = Partial<Pick<LogRow, 'userId'>> & Pick<LogRow, 'target' | 'details'>;

/** Of what a call was given, what says best what it was about; the server has shortened it. */
const tellingDetails = [
  'paths',
  'path',
  'jobName',
  'url',
  'mobile',
  'email',
  'selected',
  'jobId',
] as const;

/** Of several things so many are named in a sentence; the details have more of them. */
const namedAtMost = 3;

/** How a list that the server has shortened ends: by how many more there were. */
const moreMark = /^\+(\d{1,9})$/;

/** A list as people read it: the first names, and how many there were. */
function listText(value: readonly unknown[], count: unknown): string {
  const texts = value.filter((item): item is string => typeof item === 'string');
  const [, more = ''] = moreMark.exec(texts.at(-1) ?? '') ?? [];
  const names = more === '' ? texts : texts.slice(0, -1);
  const total = typeof count === 'number' ? count : names.length + Number(more);
  const list = formatList(names.slice(0, namedAtMost));
  return total > namedAtMost && list !== '' ? translate('audit:andMore', { list, total }) : list;
}

/** What a call was given, as far as it says what it was about. */
function givenTo(details: LogRow['details']): string {
  const name = tellingDetails.find((known) => details?.[known] !== undefined);
  const value = name && details?.[name];
  if (Array.isArray(value)) {
    return listText(value, details?.['count']);
  }
  return typeof value === 'string' ? textOf(name, value) : '';
}

/** What a row is about, for people; empty where nothing says it. */
export function objectOf({ target, details, userId }: Told): string {
  const given = givenTo(details);
  // Of what people do to themselves the name says nothing: which language, which address does.
  if (!target || (given !== '' && target.type === 'user' && target.id === userId)) {
    return given;
  }
  return target.name || target.id;
}

/** Where something was put, or what it is called now. */
const placeOf = ({ details }: Told): string => {
  const place = details?.['newPath'] ?? details?.['dir'];
  return typeof place === 'string' ? place : '';
};

/** Whom a project got, or lost. */
const peopleOf = ({ details }: Told): string =>
  Array.isArray(details?.['users'])
    ? listText(details['users'], details['count'])
    : typeof details?.['user'] === 'string'
      ? details['user']
      : '';

const endings = { INFO: null, WARN: 'audit:wasRefused', ERROR: 'audit:hasFailed' } as const;

/** What happened, without who did it; a call that this console does not know is named as it is. */
export function sentenceOf(
  row: Pick<LogRow, 'methodName' | 'logLevel'> & Told,
  operation: Operation | undefined,
): string {
  const quoted = (text: string): string => (text === '' ? '' : translate('audit:quoted', { text }));
  const texts = {
    object: quoted(objectOf(row)),
    place: quoted(placeOf(row)),
    people: quoted(peopleOf(row)),
  };
  const { details } = row;
  const changed = changesIn(details).changes.map(({ name }) => name);
  const { done } =
    operation?.variants?.find(({ fits }) => fits({ ...texts, details, changed })) ??
    operation ??
    {};
  const sentence = done
    ? done[currentLanguage()]
        .replaceAll(/{{(object|place|people)}}/g, (_, name: keyof typeof texts) => texts[name])
        .trim()
    : [row.methodName, texts.object].filter(Boolean).join(' ');
  const ending = endings[row.logLevel];
  return ending ? translate(ending, { sentence }) : sentence;
}

/** Who did it: a user, a visitor without an account, or the platform itself. */
export function actorOf(
  { userName, methodName }: Pick<LogRow, 'userName' | 'methodName'>,
  t: TFunction<'audit'>,
): string {
  return userName ?? t(methodName.startsWith('/share/drop/') ? 'visitor' : 'system');
}
