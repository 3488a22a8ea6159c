import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints, importFault, type Envelope, type Failure } from '@clusterdesk/contracts';
import exceljs from 'exceljs';
import { z } from 'zod';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  isAlive,
  listDescendants,
  readCommandLine,
} from '@clusterdesk/tests/platform/host-processes.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { expectAtMost } from '@clusterdesk/tests/speed/figures.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { formHeads } from './import-form.js';
import { PasswordService } from '../passwords/password.service.js';
import { UserEntity } from '../user.entity.js';

const { downloadTemplate, importUsers } = endpoints.users;
let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
});
afterAll(() => server.stop());

const countUsers = (): Promise<number> => server.dataSource.getRepository(UserEntity).count();

async function fillForm(rows: unknown[][]): Promise<Buffer> {
  const answer = await admin.send(downloadTemplate, {});
  expect(answer.headers.get('content-disposition')).toContain('users.xlsx');
  const book = new exceljs.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  rows.forEach((cells) => book.worksheets[0]?.addRow(cells));
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function upload(
  file: Buffer,
  client = admin,
  fields: Record<string, string> = {},
): Promise<Envelope<Failure & { added?: number }>> {
  const form = new FormData();
  Object.entries(fields).forEach(([name, value]) => form.set(name, value));
  form.set('file', new Blob([new Uint8Array(file)]), 'users.xlsx');
  const answer = await fetch(`${server.baseUrl}/api${importUsers.path}`, {
    method: 'POST',
    headers: { Authorization: client.token ?? '' },
    body: form,
  });
  return (await answer.json()) as Envelope<Failure & { added?: number }>;
}

const rowsOf = ({ result }: Envelope<Failure>): { row: number; reason: string }[] =>
  result.details?.['rows'] as { row: number; reason: string }[];

describe('importing users', () => {
  it('creates the users of the form, who can sign in', async () => {
    const file = await fillForm([
      ['imp-1', 'import-1', 'User', '张三', 13_800_138_000, 'a@lab.example'],
      [
        'imp-2',
        'import-2',
        '普通用户',
        { richText: [{ text: '李' }, { text: '四' }] },
        '13900139000',
        { text: 'b@lab.example', hyperlink: 'mailto:b@lab.example' },
        '实验室',
        '',
        new Date('2020-01-01'),
        '2099-12-31',
      ],
    ]);
    expect(await upload(file)).toMatchObject({ success: true, result: { added: 2 } });
    const { result } = await admin.expectOk(endpoints.users.list, { search: 'imp-2' });
    expect(result.data[0]).toMatchObject({
      realName: '李四',
      email: 'b@lab.example',
      effectiveDate: '2020-01-01 00:00:00',
      expiredDate: '2099-12-31 23:59:59',
    });
    const logged = await server.query(
      `SELECT target_name AS name FROM audit_log WHERE method_name = $1 ORDER BY id`,
      [endpoints.users.importUsers.path],
    );
    expect(logged).toEqual([{ name: 'imp-1' }, { name: 'imp-2' }]);
    await new ApiClient(server.baseUrl).signIn('imp-1', 'import-1');
  });

  it('takes a form that was downloaded when its heads had other words', async () => {
    const heads =
      '用户名 User name *,密码 Password *,角色 Role *,姓名 Real name,手机 Mobile,邮箱 E-mail,' +
      '单位名称 Unit,单位地址 Unit address,生效日期 Valid from,失效日期 Valid until';
    const form = `${heads}\nold-heads,import-1,普通用户,王五\n`;
    expect(await upload(Buffer.from(form))).toMatchObject({ success: true });
    await new ApiClient(server.baseUrl).signIn('old-heads', 'import-1');
  });

  it.each([
    ['in GB18030', 'gbk'],
    ['in UTF-8 with its mark', 'utf-8'],
  ])('takes what people write, also from a csv %s', async (_, encoding) => {
    const rows = [
      formHeads,
      [
        `as-${encoding}`,
        'import-1',
        '普通用户',
        '王，五',
        '+86 138-0013-8002',
        'a＠lab.example',
        '',
        '',
        '2020/1/5',
        '2099年12月31日',
      ],
      [
        `"as-${encoding}-2"`,
        '"import,2"',
        '普通用户',
        '',
        '１３８００１３８００３',
        '',
        '',
        '',
        '2020.01.05 8:30',
        '２０９９/6/1',
      ],
    ];
    const csv = `\uFEFF${rows.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
    const file = encoding === 'gbk' ? encodeGbk(csv.slice(1)) : Buffer.from(csv);
    expect(await upload(file)).toMatchObject({ result: { added: 2 } });
    const { result } = await admin.expectOk(endpoints.users.list, {
      search: `as-${encoding}`,
      sort: 'userName',
    });
    expect(result.data).toMatchObject([
      {
        realName: '王，五',
        mobile: '13800138002',
        email: 'a@lab.example',
        effectiveDate: '2020-01-05 00:00:00',
        expiredDate: '2099-12-31 23:59:59',
      },
      {
        mobile: '13800138003',
        effectiveDate: '2020-01-05 08:30:00',
        expiredDate: '2099-06-01 23:59:59',
      },
    ]);
    await new ApiClient(server.baseUrl).signIn(`as-${encoding}-2`, 'import,2');
  });

  it('says of a form that was imported, though nobody heard of it, that it was', async () => {
    const file = await fillForm([
      ['again-1', 'import-1', '普通用户'],
      ['again-2', 'import-1', '普通用户'],
    ]);
    // The second one checks the form while the first imports it.
    const answers = await Promise.all([upload(file), upload(file)]);
    answers.push(await upload(file));
    expect(answers.map(({ result }) => result.added ?? result.error).sort()).toEqual([
      2,
      'USERS_FORM_IMPORTED',
      'USERS_FORM_IMPORTED',
    ]);
  });

  it('can ask for other passwords at the first sign-in', async () => {
    const one = await fillForm([['first-1', 'import-1', '普通用户']]);
    await upload(one, admin, { mustChangePassword: 'true' });
    await upload(await fillForm([['first-2', 'import-1', '普通用户']]), admin, {
      mustChangePassword: 'false',
    });
    const { result } = await admin.expectOk(endpoints.users.list, { search: 'first-' });
    const asked = result.data.map(({ userName, mustChangePassword }) => [
      userName,
      mustChangePassword,
    ]);
    expect(asked.sort()).toEqual([
      ['first-1', true],
      ['first-2', false],
    ]);
    const client = new ApiClient(server.baseUrl);
    await client.signIn('first-1', 'import-1');
    expect(await client.call(endpoints.disk.list, { path: '/' })).toMatchObject({
      code: 403,
      result: { error: 'ACCESS_PASSWORD_CHANGE_FIRST' },
    });
    const odd = await fillForm([['first-3', 'import-1', '普通用户']]);
    expect(await upload(odd, admin, { mustChangePassword: 'perhaps' })).toMatchObject({
      code: 400,
    });
    const count = await admin.expectOk(endpoints.users.list, { search: 'first-3' });
    expect(count.result.total).toBe(0);
  });

  it('names every wrong row with its reason in both languages, and adds nobody', async () => {
    const before = await countUsers();
    const file = await fillForm([
      ['good-1', 'import-1', '普通用户'],
      ['', 'import-1', '普通用户'],
      ['bad-role', 'import-1', 'no such role'],
      ['bad-pass', '12345', '普通用户', '', '12345', 'nobody'],
      ['admin', 'import-1', '普通用户'],
      ['GOOD-1', 'import-1', '普通用户'],
      ['develop', 'import-1', '普通用户'],
      ['bad-date', 'import-1', '普通用户', '', '', '', '', '', '', '2099-02-30'],
    ]);
    const answer = await upload(file);
    expect(answer).toMatchObject({
      success: false,
      code: 400,
      result: { error: 'USERS_FORM_ROWS_WRONG' },
    });
    const rows = rowsOf(answer);
    expect(rows.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(rows[2]?.reason).toMatch(/^手机号：.*邮箱：.*6 到 18/);
    expect(rows.every(({ reason }) => /[一-鿿]/.test(reason))).toBe(true);
    await admin.expectOk(endpoints.account.setLanguage, { selected: 'en' });
    const english = rowsOf(await upload(file));
    expect(english[2]?.reason).toMatch(/^Mobile: .*11 digits.*Email: .*valid.*6 to 18/);
    expect(english.every(({ reason }) => !/[一-鿿]/.test(reason))).toBe(true);
    await admin.expectOk(endpoints.account.setLanguage, { selected: 'cn' });
    expect(await countUsers()).toBe(before);
  });

  it('tells every fault of every row at once, as data', async () => {
    await server.query(`INSERT INTO user_removal (user_id, user_name, name_key, name_look, home_key)
      VALUES (gen_random_uuid(), 'leaver', 'leaver', 'leaver', 'leaver')`);
    const dates = (from: string, until: string): string[] => ['', '', '', '', '', from, until];
    const answer = await upload(
      await fillForm([
        ['twin', 'import-1', '普通用户'],
        ['TWIN', '12345', '研究生', '', '123', ...dates('', '2026-13-01').slice(2)],
        ['admin', 'import-1', '普通用户', ...dates('2099-02-01', '2099-01-01')],
        ['leaver', 'password1', '普通用户', ...dates('soon', '2020-01-01')],
      ]),
    );
    const faults = z.array(importFault).parse(answer.result.details?.['faults']);
    expect(faults.map(({ row, userName, column, code }) => [row, userName, column, code])).toEqual([
      [3, 'TWIN', 'mobile', 'INPUT_INVALID'],
      [3, 'TWIN', 'roleName', 'USERS_FORM_ROLE_UNKNOWN'],
      [3, 'TWIN', 'password', 'USERS_PASSWORD_LENGTH'],
      [3, 'TWIN', 'userName', 'USERS_FORM_NAME_REPEATED'],
      [3, 'TWIN', 'expiredDate', 'INPUT_DATE_WRONG'],
      [4, 'admin', 'userName', 'USERS_USER_NAME_TAKEN'],
      [4, 'admin', 'expiredDate', 'USERS_DATES_REVERSED'],
      [5, 'leaver', 'effectiveDate', 'INPUT_INVALID'],
      [5, 'leaver', 'password', 'USERS_PASSWORD_COMMON'],
      [5, 'leaver', 'userName', 'USERS_NAME_LEAVING'],
      [5, 'leaver', 'expiredDate', 'USERS_DATES_REVERSED'],
    ]);
    const textOf = (code: string): string | undefined =>
      faults.find((fault) => fault.code === code)?.text;
    expect(textOf('USERS_FORM_NAME_REPEATED')).toBe('与第 2 行的用户名重复');
    expect(textOf('USERS_FORM_ROLE_UNKNOWN')).toBe(
      '没有名为「研究生」的角色，可用：普通用户、系统管理员',
    );
    expect(rowsOf(answer).map(({ row }) => row)).toEqual([3, 4, 5]);
    await server.query('DELETE FROM user_removal');
  });

  it('takes no name that would be a path, an option, a command or a formula', async () => {
    const before = await countUsers();
    const names = ['../evil', 'a/b', '..', '-rf', '~root', 'a b', 'a\\b', '=1+1', '%2e%2e', 'x;id'];
    const answer = await upload(
      await fillForm(names.map((name) => [name, 'import-1', '普通用户', '<b>x</b>'])),
    );
    const faults = z.array(importFault).parse(answer.result.details?.['faults']);
    expect(faults.map(({ userName, column }) => [userName, column])).toEqual(
      names.map((name) => [name, 'userName']),
    );
    expect(await countUsers()).toBe(before);
  });

  it('finds a name that is taken while the passwords are hashed', async () => {
    const passwords = server.get(PasswordService);
    const hash = jest.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      await createUser(server, 'quick-2');
      hash.mockRestore();
      return passwords.hash(password);
    });
    const before = await countUsers();
    const file = await fillForm([
      ['quick-1', 'import-1', '普通用户'],
      ['quick-2', 'import-1', '普通用户'],
    ]);
    const { result } = await upload(file);
    expect(result.details?.['faults']).toMatchObject([
      { row: 3, userName: 'quick-2', column: 'userName', code: 'USERS_USER_NAME_TAKEN' },
    ]);
    expect(await countUsers()).toBe(before + 1);
  });

  it('adds no administrator for someone who is none', async () => {
    await createUser(server, 'import-keeper', ['userList']);
    const keeper = new ApiClient(server.baseUrl);
    await keeper.signIn('import-keeper', userPassword);
    const answer = await upload(await fillForm([['mole', 'import-1', '系统管理员']]), keeper);
    expect(answer).toMatchObject({
      success: false,
      result: {
        details: {
          rows: [{ row: 2 }],
          faults: [{ column: 'roleName', code: 'USERS_ADMINISTRATORS_ONLY' }],
        },
      },
    });
  });

  it('says of the form as it was given that nobody is in it', async () => {
    expect(await upload(await fillForm([]))).toMatchObject({
      code: 400,
      result: { error: 'USERS_FORM_EMPTY' },
    });
  });

  it.each([
    ['an older spreadsheet', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'USERS_FORM_KIND'],
    ['a zip of something else', zip([['hello.txt', Buffer.alloc(0)]]), 'USERS_FORM_KIND'],
    ['half a spreadsheet', Buffer.from('PK\u0003\u0004 and no end'), 'USERS_FORM_UNREADABLE'],
    ['other heads', Buffer.from('userName,password\n'), 'USERS_FORM_HEADS'],
    ['heads alone', Buffer.from(`${formHeads.join(',')}\n\n,,\n`), 'USERS_FORM_EMPTY'],
  ])('has a sentence of its own for %s', async (_, file, error) => {
    expect(await upload(file)).toMatchObject({ code: 400, result: { error } });
  });

  it('takes at most 1000 rows', async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => [
      `many-${index}`,
      'import-1',
      '普通用户',
    ]);
    expect(await upload(await fillForm(rows))).toMatchObject({
      result: { error: 'USERS_FORM_TOO_LONG' },
    });
  });
});

describe('a hostile file', () => {
  it.each([
    ['nothing', () => Buffer.alloc(0)],
    ['a program', () => readFileSync(process.execPath).subarray(0, 10_000)],
    [
      'a zip that unpacks to 900 MB',
      () => zip([['xl/worksheets/sheet1.xml', bomb(900), 900 * 1024 * 1024]]),
    ],
    ['one that lies about its size', () => zip([['xl/worksheets/sheet1.xml', bomb(300)]])],
    ['one whose zip64 record names another directory', () => zip64Bomb()],
    ['a zip of something else', () => zip([['hello.txt', deflateRawSync(Buffer.from('hello'))]])],
  ])('is refused: %s', async (what, make) => {
    const before = process.memoryUsage().rss;
    expect(await upload(make())).toMatchObject({
      code: 400,
      result: {
        error: expect.stringMatching(/USERS_FORM_(UNREADABLE|KIND|HEADS)|INPUT_TOO_LARGE/),
      },
    });
    // How much memory this process has depends on what ran before and beside it: the long run looks.
    if (isLongRun) {
      const grownMb = (process.memoryUsage().rss - before) / 1024 ** 2;
      expectAtMost(`memory that a form takes: ${what}`, grownMb, 200, 'MB');
    }
  });

  it('is refused when it is another sheet, and read within its processor time when it merges all cells', async () => {
    const book = new exceljs.Workbook();
    book.addWorksheet('x').addRow(['name', 'age']);
    expect(await upload(Buffer.from(await book.xlsx.writeBuffer()))).toMatchObject({
      result: { error: 'USERS_FORM_HEADS' },
    });
    // A library that made each cell would use up the reader's time, as in the next test.
    const merged = mergeAll([formHeads, ['merged-1', 'import-1', '普通用户']]);
    expect(await upload(merged)).toMatchObject({ result: { added: 1 } });
  });

  it('is read in a process with limits and without our secrets, and nobody waits for it', async () => {
    // A name for all cells: the library makes each of them.
    const names =
      '<definedNames><definedName name="x">x!$A$1:$XFD$1048576</definedName></definedNames>';
    const form = mergeAll([formHeads, ['named-1', 'import-1', '普通用户']], names);
    let isAnswered = false;
    const answer = upload(form).finally(() => (isAnswered = true));
    const reader = await waitFor('the reader', () =>
      listDescendants(process.pid).find(({ pid }) =>
        readCommandLine(pid)?.some((word) => word.includes('exceljs')),
      ),
    );
    const limitsOf = readFileSync(`/proc/${reader.pid}/limits`, 'utf8');
    expect(limitsOf).toMatch(/^Max data size +536870912 +536870912 /m);
    expect(limitsOf).toMatch(/^Max cpu time +15 +15 /m);
    expect(limitsOf).toMatch(/^Max file size +0 +0 /m);
    expect(readFileSync(`/proc/${reader.pid}/environ`, 'utf8')).not.toMatch(/DATABASE|PATH/);
    await admin.expectOk(endpoints.account.detail, {});
    expect(isAnswered).toBe(false);
    expect(await answer).toMatchObject({ result: { error: 'USERS_FORM_UNREADABLE' } });
    await waitFor('the end of the reader', () => !isAlive(reader.pid));
  });
});

/** Node only decodes it. */
function encodeGbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk');
  const bytesOf = new Map<string, Buffer>();
  for (let code = 0x8140; code <= 0xfefe; code += 1) {
    const bytes = Buffer.from([code >> 8, code & 0xff]);
    bytesOf.set(decoder.decode(bytes), bytes);
  }
  return Buffer.concat([...text].map((letter) => bytesOf.get(letter) ?? Buffer.from(letter)));
}

/**
 * A harmless zip, before whose end a zip64 record names a directory with 700 MB in it: the sheet's library follows that record,
 * whatever a reader of the plain one finds.
 */
function zip64Bomb(): Buffer {
  const harmless = zip([['hello.txt', deflateRawSync(Buffer.from('hello')), 5]]);
  const end = harmless.subarray(-22);
  const bytes = 700 * 1024 * 1024;
  const packed = deflateRawSync(Buffer.alloc(bytes), { level: 9 });
  const hidden = zip([['xl/media/image1.xml', packed, bytes]]).subarray(0, -22);
  const body = Buffer.concat([harmless.subarray(0, -22), hidden]);
  const directoryAt = harmless.length - 22 + hidden.lastIndexOf(Buffer.from('PK\u0001\u0002'));
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 24);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(body.length - directoryAt), 40);
  record.writeBigUInt64LE(BigInt(directoryAt), 48);
  // The offset of the local header counts from the beginning of the file.
  body.writeUInt32LE(harmless.length - 22, directoryAt + 42);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  const plainEnd = Buffer.from(end);
  plainEnd.writeUInt16LE(0xffff, 4);
  return Buffer.concat([body, record, locator, plainEnd]);
}

/** `mebibytes` of zeros, deflated; the level keeps it quick. */
function bomb(mebibytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(mebibytes * 1024 * 1024), { level: 9 });
  return one.subarray(0, 1_000_000);
}

/** A zip of deflated entries, with the sizes it claims. */
function zip(entries: [name: string, packed: Buffer, claimedBytes?: number][]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, packed, claimedBytes = 0] of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimedBytes, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    body.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...body, ...directory, end]);
}

/** A filled form whose sheet also merges every cell there can be. */
function mergeAll(rows: readonly (readonly string[])[], names = ''): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packageLinks = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const link = (type: string, target: string): string =>
    `<Relationships xmlns="${packageLinks}"><Relationship Id="rId1" Type="${links}/${type}" Target="${target}"/></Relationships>`;
  const cells = (row: readonly string[], number: number): string =>
    row
      .map(
        (text, column) =>
          `<c r="${String.fromCharCode(65 + column)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
      )
      .join('');
  const sheet = rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1)}</row>`);
  const parts: [string, string][] = [
    ['_rels/.rels', link('officeDocument', 'xl/workbook.xml')],
    ['xl/_rels/workbook.xml.rels', link('worksheet', 'worksheets/sheet1.xml')],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="x" sheetId="1" r:id="rId1"/></sheets>${names}</workbook>`,
    ],
    ['xl/styles.xml', `<styleSheet xmlns="${main}"></styleSheet>`],
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
    ],
  ];
  return zip(
    parts.map(([name, text]) => [name, deflateRawSync(Buffer.from(text)), Buffer.byteLength(text)]),
  );
}
