import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { lookAlikeLetters, nameKey, nameLook, shownLetters } from './user-name.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('finds the same names alike as the database does', async () => {
  const names = [
    ...[...lookAlikeLetters, ...shownLetters].flatMap((letter) => [
      letter,
      `x${letter.toUpperCase()}x`,
    ]),
    ...[
      'RNvv',
      'İı',
      'ｖＫſ',
      'Straße',
      'oﬃce',
      'ВАСЯ',
      'Ωmega',
      '한글',
      'カタ',
      'rnn',
      'vvv',
      'O0l1I',
    ],
  ];
  const rows: { key: string; look: string }[] = await server.dataSource.query(
    `SELECT user_name_key(name) AS key, user_name_look(name) AS look
     FROM unnest($1::text[]) WITH ORDINALITY AS given (name, nth) ORDER BY nth`,
    [names],
  );
  expect(rows.map(({ key, look }, place) => [names[place], key, look])).toEqual(
    names.map((name) => [name, nameKey(name), nameLook(name)]),
  );
});
