import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import {
  resultOf,
  SpecForms,
  type FormAnswer,
  type FormPart,
} from '@clusterdesk/tests/wire/multipart-forms.js';
import { sha256, SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../../spaces/storage/staging.js';

let platform: SpecPlatform;
let forms: SpecForms;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  forms = new SpecForms(platform);
  ann = await platform.addUser('ann');
  await mkdir(ann.home, { recursive: true });
});

afterAll(() => platform.close());

const staged = (): Promise<string[]> => readdir(platform.get(Staging).uploadsDir);
const inHome = (path: string): string => join(ann.home, path);
const files = (...list: [name: string, content: string | Buffer][]): FormPart[] =>
  list.map(([fileName, content]) => ({ name: 'files', fileName, content }));

describe('whole files', () => {
  it('come into the folder, one or several, and each is told of', async () => {
    await mkdir(inHome('数据'));
    const answer = await forms.send(ann, 'uploadFile', [
      { name: 'dir', content: '/数据' },
      ...files(['结果.bin', 'one'], ['空', ''], ['with "quotes".txt', 'two']),
    ]);
    expect(answer).toMatchObject({ success: true, code: 200 });
    expect(resultOf(answer)).toEqual({
      complete: true,
      received: [],
      receivedCount: 0,
      files: [
        { fileName: '结果.bin', path: '/数据/结果.bin', message: '' },
        { fileName: '空', path: '/数据/空', message: '' },
        { fileName: 'with "quotes".txt', path: '/数据/with "quotes".txt', message: '' },
      ],
    });
    expect(await readFile(inHome('数据/结果.bin'), 'utf8')).toBe('one');
    expect((await stat(inHome('数据/空'))).size).toBe(0);
    expect((await stat(inHome('数据/结果.bin'))).mode & 0o777).toBe(0o660);
    expect(await staged()).toEqual([]);
  });

  it('take the fields that come after them, and those of the query', async () => {
    await mkdir(inHome('late'));
    await forms.expectOk(ann, 'uploadFile', [
      ...files(['a', 'a']),
      { name: 'dir', content: '/late' },
    ]);
    await forms.expectOk(ann, 'uploadFile', files(['b', 'b']), { dir: '/late' });
    expect((await readdir(inHome('late'))).sort()).toEqual(['a', 'b']);
  });

  it('of a folder keep their tree', async () => {
    const answer = await forms.expectOk(ann, 'uploadFolder', [
      { name: 'dir', content: '/' },
      ...files(['树/叶/1.txt', '1'], ['树/叶/2.txt', '2'], ['树/3.txt', '3'], ['plain', '4']),
    ]);
    expect(answer.files.map(({ path }) => path)).toEqual([
      '/树/叶/1.txt',
      '/树/叶/2.txt',
      '/树/3.txt',
      '/plain',
    ]);
    expect(await readFile(inHome('树/叶/2.txt'), 'utf8')).toBe('2');
  });

  it('sent again after a lost answer do no harm; other content under a taken name is refused', async () => {
    const batch = files(['again-1', 'same'], ['again-2', 'other']);
    await forms.expectOk(ann, 'uploadFile', batch);
    const repeated = await forms.expectOk(ann, 'uploadFile', batch);
    expect(repeated.complete).toBe(true);
    const mixed = await forms.send(
      ann,
      'uploadFile',
      files(['again-1', 'SAME'], ['again-2', 'other'], ['again-3', 'new']),
    );
    expect(mixed.success).toBe(true);
    expect(mixed.message).toContain('again-1');
    expect(resultOf(mixed).complete).toBe(false);
    expect(resultOf(mixed).files).toEqual([
      expect.objectContaining({ fileName: 'again-1', path: null, error: 'FILE_NAME_TAKEN' }),
      expect.objectContaining({ fileName: 'again-2', path: '/again-2' }),
      expect.objectContaining({ fileName: 'again-3', path: '/again-3' }),
    ]);
    expect(await readFile(inHome('again-1'), 'utf8')).toBe('same');
    expect(await staged()).toEqual([]);
  });

  it('of which not one was placed are a refusal, with the reason of each', async () => {
    await writeFile(inHome('taken'), 'old');
    const refused = await forms.send(ann, 'uploadFile', files(['taken', 'new']));
    expect(refused).toMatchObject({ success: false, code: 409 });
    expect(refused.result).toMatchObject({
      error: 'FILE_NAME_TAKEN',
      details: { files: [{ fileName: 'taken', path: null, error: 'FILE_NAME_TAKEN' }] },
    });
  });

  it('overwrite, or are kept beside', async () => {
    await writeFile(inHome('conflict.txt'), 'old');
    const operation = (value: string): FormPart => ({ name: 'operation', content: value });
    const both = await forms.expectOk(ann, 'uploadFile', [
      operation('2'),
      ...files(['conflict.txt', 'new']),
    ]);
    expect(both.files[0]?.path).toBe('/conflict (1).txt');
    await forms.expectOk(ann, 'uploadFile', [operation('1'), ...files(['conflict.txt', 'newer'])]);
    expect(await readFile(inHome('conflict.txt'), 'utf8')).toBe('newer');
  });

  it('larger than any buffer arrive whole', async () => {
    const content = randomBytes(9 * 1024 * 1024 + 17);
    await forms.expectOk(ann, 'uploadFile', files(['large.bin', content], ['after', 'small']));
    expect(sha256(await readFile(inHome('large.bin')))).toBe(sha256(content));
    expect(await readFile(inHome('after'), 'utf8')).toBe('small');
  });

  it('leave one row in the log, and a refusal another', async () => {
    await platform.query('TRUNCATE audit_log');
    await forms.expectOk(ann, 'uploadFile', files(['logged-1', '1'], ['logged-2', '2']));
    await forms.send(ann, 'uploadFile', files(['../x', '1']));
    await forms.until(async () => (await forms.auditRows()).length === 2);
    expect(await forms.auditRows()).toEqual([
      { level: 'INFO', call: '/user/info/uploadFile', code: null },
      { level: 'WARN', call: '/user/info/uploadFile', code: 'FILE_INVALID_NAME' },
    ]);
  });
});

describe('the time of a file', () => {
  const time = 1_600_000_000_123;
  const chunk = {
    fileName: 'f',
    shardIndex: '1',
    shardSize: '5',
    shardTotal: '1',
    size: '5',
  };
  const byForm = (lastModified: string, fields: Record<string, string> = {}): Promise<FormAnswer> =>
    forms.send(ann, 'uploadFile', files(['f', 'bytes']), {
      dir: '/times',
      operation: '1',
      lastModified,
      ...fields,
    });
  const ways: [string, (lastModified: string) => Promise<unknown>][] = [
    [
      'by tus',
      (lastModified) =>
        platform.upload(ann, Buffer.from('bytes'), {
          dir: '/times',
          fileName: 'f',
          operation: '1',
          lastModified,
        }),
    ],
    ['in a form', byForm],
    ['in chunks', (lastModified) => byForm(lastModified, { ...chunk, key: lastModified })],
  ];
  const timeOf = async (name = 'f'): Promise<number> =>
    Math.trunc((await stat(inHome(`times/${name}`))).mtimeMs);

  it.each(ways)(
    'comes with it %s, also where it replaces another, and is listed',
    async (_, send) => {
      await rm(inHome('times'), { recursive: true, force: true });
      await mkdir(inHome('times'));
      await send(String(time));
      expect(await timeOf()).toBe(time);
      await send(String(time + 1_000));
      expect(await timeOf()).toBe(time + 1_000);
      const { result } = await platform.call(ann, endpoints.disk.list, { path: '/times' });
      expect(result[0]?.createDate).toBe('2020-09-13 20:26:41');
    },
  );

  it.each(ways)('is not one before 1970 or in the future %s', async (_, send) => {
    await rm(inHome('times'), { recursive: true, force: true });
    await mkdir(inHome('times'));
    await send('-5000000000000');
    expect(await timeOf()).toBe(0);
    await send('99999999999999999999');
    expect(Math.abs((await timeOf()) - Date.now())).toBeLessThan(3_600_000);
  });

  it('is that of each of several, and of the upload where none is said', async () => {
    const parts = files(['one', '1'], ['two', '2'], ['three', '3']);
    const lastModified = { name: 'lastModified', content: `${time},${time + 1}` };
    await forms.expectOk(ann, 'uploadFile', [...parts, lastModified], { dir: '/times' });
    expect(await timeOf('one')).toBe(time);
    expect(await timeOf('two')).toBe(time + 1);
    expect(await timeOf('three')).toBeGreaterThan(time + 1_000);
  });

  it.each(['yesterday', '1,', 'NaN', '1e3'])('is no %s', async (lastModified) => {
    expect((await byForm(lastModified)).result).toMatchObject({ error: 'INPUT_INVALID' });
  });
});
