import type { LogRow } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import { formatList } from '../../shared/lib/format/format-list.js';
import { changesIn, textOf } from './log-changes.js';
import { operationOf, type Operation } from './log-operations.js';

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

/** Operations that say more when they know where to. */
const withPlace = {
  renameEntry: 'did_renameEntryTo',
  copy: 'did_copyTo',
  move: 'did_moveTo',
} as const satisfies Partial<Record<Operation, string>>;

/** Freezing and activating are one call; old rows do not say which of the two it was. */
function freezing({ details }: Told): 'did_freezeUser' | 'did_freeze' | 'did_activate' {
  const { isFrozen, freeze } = details ?? {};
  if (isFrozen === undefined && freeze === undefined) {
    return 'did_freezeUser';
  }
  return isFrozen === true || Number(freeze) === 1 ? 'did_freeze' : 'did_activate';
}

/** Old rows do not say what was decided. */
function deciding({
  details,
}: Told): 'did_decideDownload' | 'did_approveDownload' | 'did_rejectDownload' {
  const isYes = details?.['isYes'] ?? null;
  return isYes === null
    ? 'did_decideDownload'
    : isYes === true
      ? 'did_approveDownload'
      : 'did_rejectDownload';
}

/** Adding, editing and assigning are one call: a new node has nothing before it, and of a changed one the fields say what. */
function saving({ details }: Told): 'did_saveNode' | 'did_addNode' | 'did_assignNode' {
  const { changes } = changesIn(details);
  if (details?.['after'] !== undefined && details['before'] === undefined) {
    return 'did_addNode';
  }
  return changes.length > 0 && changes.every(({ name }) => name === 'users')
    ? 'did_assignNode'
    : 'did_saveNode';
}

/** Whom a project got, or lost. */
const peopleOf = ({ details }: Told): string =>
  Array.isArray(details?.['users'])
    ? listText(details['users'], details['count'])
    : typeof details?.['user'] === 'string'
      ? details['user']
      : '';

/** Operations that say more when they know who. */
const withPeople = {
  addMembers: 'did_addMembersNamed',
  removeMember: 'did_removeMemberNamed',
} as const satisfies Partial<Record<Operation, string>>;

function sentenceKey(operation: Operation, row: Told, hasObject: boolean) {
  if (operation === 'freezeUser') {
    return freezing(row);
  }
  if (operation === 'decideDownload') {
    return deciding(row);
  }
  if (operation === 'saveNode') {
    return saving(row);
  }
  if (operation in withPeople && peopleOf(row) !== '') {
    return withPeople[operation as keyof typeof withPeople];
  }
  if (hasObject && operation in withPlace && placeOf(row) !== '') {
    return withPlace[operation as keyof typeof withPlace];
  }
  return operation === 'deleteEntries' && !hasObject
    ? 'did_deleteSome'
    : (`did_${operation}` as const);
}

const endings = { INFO: null, WARN: 'audit:wasRefused', ERROR: 'audit:hasFailed' } as const;

/** What happened, without who did it; a call that this console does not know is named as it is. */
export function sentenceOf(row: Pick<LogRow, 'methodName' | 'logLevel'> & Told): string {
  const quoted = (text: string): string => (text === '' ? '' : translate('audit:quoted', { text }));
  const object = quoted(objectOf(row));
  const operation = operationOf(row.methodName);
  const sentence = operation
    ? translate(`audit:${sentenceKey(operation, row, object !== '')}`, {
        object,
        place: quoted(placeOf(row)),
        people: quoted(peopleOf(row)),
      }).trim()
    : [row.methodName, object].filter(Boolean).join(' ');
  const ending = endings[row.logLevel];
  return ending ? translate(ending, { sentence }) : sentence;
}
