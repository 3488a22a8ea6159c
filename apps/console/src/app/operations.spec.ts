import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LogRow } from '@clusterdesk/contracts';
import i18next from 'i18next';
import { Operations } from '../features/audit/log-operations.js';
import { sentenceOf } from '../features/audit/log-sentence.js';
import { words } from '../features/audit/words.en.js';
import { loadOperations } from './operations.js';

const memory = new Map([['language', 'en']]);
Object.assign(globalThis, { localStorage: { getItem: (key: string) => memory.get(key) ?? null } });

const all = await loadOperations();
const operations = new Operations(all);

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { audit: words } },
    keySeparator: false,
    interpolation: { escapeValue: false },
  });
});

describe('the sentence of a row', () => {
  const row = (methodName: string, details?: LogRow['details'], rest: Partial<LogRow> = {}) => ({
    methodName,
    logLevel: 'INFO' as const,
    ...(details ? { details } : {}),
    ...rest,
  });
  const user = { target: { type: 'user', id: '7', name: 'lilei' } };
  const node = { target: { type: 'node', id: 'n', name: 'd1' } };
  const project = { target: { type: 'project', id: 'p', name: 'genome' } };
  const applied = { target: { type: 'application', id: 'a', name: 'a.csv' } };

  it.each([
    [row('/user/info/dir/delete', { paths: ['/a'] }), 'moved “/a” to the trash'],
    [row('/user/info/dir/delete'), 'moved files to the trash'],
    [row('/user/info/copy', { paths: ['/a', '/b'], dir: '/c' }), 'copied “/a, /b” to “/c”'],
    [row('/user/info/copy', { paths: ['/a'] }), 'copied “/a”'],
    [row('/user/info/rename', { path: '/a', newPath: '/b' }), 'renamed “/a” to “/b”'],
    [row('/user/info/trash/purge', { paths: ['/a'], count: 1 }), 'permanently deleted “/a”'],
    [row('/uploads', { path: '/a' }), 'uploaded “/a”'],
    [row('/job/run', { jobName: 'train' }), 'submitted the job “train”'],
    [row('/user/info/bulk/freeze', { isFrozen: true }, user), 'suspended the user “lilei”'],
    [row('/user/info/bulk/freeze', { isFrozen: false }, user), 'reactivated the user “lilei”'],
    [
      row('/user/info/freeze', { freeze: '1' }, { ...user, logLevel: 'WARN' }),
      'suspended the user “lilei” (refused)',
    ],
    [row('/user/info/freeze', undefined, user), 'suspended or reactivated the user “lilei”'],
    [
      row('/user/info/freeze', { freeze: 2 }, { ...user, logLevel: 'ERROR' }),
      'reactivated the user “lilei” (failed)',
    ],
    [
      row('/project/add/user', { users: ['ann', 'bob'], count: 2 }, project),
      'added “ann, bob” to the project “genome”',
    ],
    [
      row('/project/delete/user', { user: 'ann' }, project),
      'removed “ann” from the project “genome”',
    ],
    [row('/project/add/user', undefined, project), 'added members to the project “genome”'],
    [row('/download/apply/agree', { isYes: true }, applied), 'approved the download of “a.csv”'],
    [row('/download/apply/agree', { isYes: false }, applied), 'rejected the download of “a.csv”'],
    [row('/desktop/add', { after: { name: 'd1' } }, node), 'added the node “d1”'],
    [
      row('/desktop/add', { before: { name: 'd0' }, after: { name: 'd1' } }, node),
      'changed the node “d1”',
    ],
    [
      row(
        '/desktop/add',
        { before: { name: 'd1', users: [] }, after: { name: 'd1', users: ['ann'] } },
        node,
      ),
      'changed the users of the node “d1”',
    ],
    [row('/desktop/add', undefined, node), 'changed the node “d1”'],
    [row('/unheard/of', { path: '/a' }), '/unheard/of “/a”'],
  ])('of %j', (given, sentence) => {
    expect(sentenceOf(given, operations.of(given.methodName))).toBe(sentence);
  });
});

describe('the operations to choose from', () => {
  it('are each there once, with all calls that do the same', () => {
    const choices = operations.choices();
    expect(new Set(choices.map(({ name }) => name)).size).toBe(choices.length);
    expect(choices).toContainEqual({
      logModel: 'users',
      name: 'Suspend or reactivate a user',
      methods: '/user/info/freeze,/user/info/bulk/freeze',
    });
    expect(operations.nameOf('/unheard/of')).toBe('/unheard/of');
  });

  it('are each told by one feature', () => {
    const told = all.flatMap(({ calls }) => calls);
    expect(told.filter((call, at) => told.indexOf(call) !== at)).toEqual([]);
    const missing = operations
      .choices()
      .flatMap(({ logModel, methods }) =>
        methods.split(',').map((call) => [logModel, call] as const),
      )
      .filter(([, call]) => !operations.of(call));
    expect(missing).toEqual([]);
  });
});
