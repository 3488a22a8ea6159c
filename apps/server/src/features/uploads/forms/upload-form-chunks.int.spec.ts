import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  formBody,
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
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  forms = new SpecForms(platform);
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  await mkdir(ann.home, { recursive: true });
});

afterAll(() => platform.close());

const staged = (): Promise<string[]> => readdir(platform.get(Staging).uploadsDir);
const inHome = (path: string): string => join(ann.home, path);

describe('a file in chunks', () => {
  const chunkBytes = 1000;
  const content = randomBytes(2_500);
  const chunkOf = (index: number, of = content): Buffer =>
    of.subarray((index - 1) * chunkBytes, index * chunkBytes);
  const fieldsOf = (
    fileName: string,
    index: number,
    more: Record<string, string | number> = {},
  ): Record<string, string> =>
    Object.fromEntries(
      Object.entries({
        operation: 0,
        fileDir: '/',
        suffix: 'bin',
        shardIndex: index,
        shardSize: chunkBytes,
        shardTotal: 3,
        size: content.length,
        key: `key of ${fileName}`,
        path: '/',
        fileName,
        ...more,
      }).map(([name, value]) => [name, String(value)]),
    );
  /** In the documented order: `operation, fileDir, file, suffix, …`. */
  const documented = (fields: Record<string, string>, chunk: Buffer): FormPart[] => {
    const { operation = '0', fileDir = '/', ...rest } = fields;
    const { projectId, folderName, fileName, ...others } = rest;
    const last = { projectId, fileName, folderName };
    return [
      { name: 'operation', content: operation },
      { name: 'fileDir', content: fileDir },
      { name: 'file', fileName: 'blob', content: chunk },
      ...Object.entries({ ...others, ...last }).flatMap(([name, value]) =>
        value === undefined ? [] : [{ name, content: value }],
      ),
    ];
  };
  const send = (fields: Record<string, string>, chunk: Buffer): Promise<FormAnswer> =>
    forms.send(ann, 'uploadFile', documented(fields, chunk));

  it.each([
    [
      'in the documented order',
      (fields: Record<string, string>, chunk: Buffer) => send(fields, chunk),
    ],
    [
      'with the fields first',
      (fields: Record<string, string>, chunk: Buffer) =>
        forms.send(ann, 'uploadFile', [
          ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
          { name: 'file', fileName: 'blob', content: chunk },
        ]),
    ],
    [
      'with the fields in the query',
      (fields: Record<string, string>, chunk: Buffer) =>
        forms.send(ann, 'uploadFile', [{ name: 'file', fileName: 'blob', content: chunk }], fields),
    ],
  ])('%s is put together', async (how, sendChunk) => {
    const name = `chunks ${how}`;
    const answers = [];
    for (const index of [1, 2, 3]) {
      answers.push(await sendChunk(fieldsOf(name, index), chunkOf(index)));
    }
    expect(answers.map((answer) => resultOf(answer).complete)).toEqual([false, false, true]);
    expect(answers.map((answer) => resultOf(answer).received)).toEqual([[1], [1, 2], [1, 2, 3]]);
    expect(resultOf(answers[2]!).files).toEqual([
      { fileName: name, path: `/${name}`, message: '' },
    ]);
    expect(sha256(await readFile(inHome(name)))).toBe(sha256(content));
    expect(await staged()).toEqual([]);
  });

  it('is put together out of order, with repetitions, all at once', async () => {
    const name = 'shuffled';
    const order = [3, 1, 3, 2, 1, 2, 3];
    const answers = await Promise.all(
      order.map((index) => send(fieldsOf(name, index), chunkOf(index))),
    );
    // A call that a later one with the same chunk cut off counts as a dead connection; the later one went on.
    expect(answers.some((answer) => answer.success && resultOf(answer).complete)).toBe(true);
    expect(sha256(await readFile(inHome(name)))).toBe(sha256(content));
    expect((await readdir(ann.home)).filter((entry) => entry.startsWith(name))).toEqual([name]);
  });

  it('leaves nothing in staging of a chunk whose client breaks off before its fields', async () => {
    const before = await staged();
    const body = formBody(documented(fieldsOf('broken', 1), content), 'edge');
    await forms.breakOff(ann, 'uploadFile', body.subarray(0, 2_000), 'edge');
    await forms.until(async () => (await staged()).length === before.length);
  });

  it('says that it is complete when the last chunk is sent again', async () => {
    for (const index of [1, 2, 3, 3, 1]) {
      await send(fieldsOf('repeated', index), chunkOf(index));
    }
    const again = await send(fieldsOf('repeated', 3), chunkOf(3));
    expect(resultOf(again)).toMatchObject({ complete: true, files: [{ path: '/repeated' }] });
    expect(await staged()).toEqual([]);
  });

  it('can be uploaded anew when it was deleted', async () => {
    for (const index of [1, 2, 3]) {
      await send(fieldsOf('deleted', index), chunkOf(index));
    }
    await rm(inHome('deleted'));
    expect(resultOf(await send(fieldsOf('deleted', 1), chunkOf(1))).complete).toBe(false);
    await send(fieldsOf('deleted', 2), chunkOf(2));
    await send(fieldsOf('deleted', 3), chunkOf(3));
    expect(sha256(await readFile(inHome('deleted')))).toBe(sha256(content));
  });

  it('goes into the folders of a folder upload', async () => {
    const fields = fieldsOf('leaf', 1, { shardTotal: 1, size: 4, folderName: 'tree/branch' });
    const answer = await forms.send(ann, 'uploadFolder', documented(fields, Buffer.from('leaf')));
    expect(resultOf(answer).files[0]?.path).toBe('/tree/branch/leaf');
    expect(await readFile(inHome('tree/branch/leaf'), 'utf8')).toBe('leaf');
  });

  it('may be empty', async () => {
    const fields = fieldsOf('nothing', 1, { shardTotal: 1, size: 0 });
    expect(resultOf(await send(fields, Buffer.alloc(0))).complete).toBe(true);
    expect((await stat(inHome('nothing'))).size).toBe(0);
  });

  it('survives a restart between its chunks', async () => {
    await send(fieldsOf('restarted', 2), chunkOf(2));
    await platform.restart();
    expect(resultOf(await send(fieldsOf('restarted', 1), chunkOf(1))).received).toEqual([1, 2]);
    expect(resultOf(await send(fieldsOf('restarted', 3), chunkOf(3))).complete).toBe(true);
    expect(sha256(await readFile(inHome('restarted')))).toBe(sha256(content));
  });

  it('leaves one row in the log, not one for each chunk', async () => {
    await platform.query('TRUNCATE audit_log');
    for (const index of [1, 2, 3]) {
      await send(fieldsOf('chunk-log', index), chunkOf(index));
    }
    await forms.until(async () => (await forms.auditRows()).length > 0);
    expect((await forms.auditRows()).map(({ level }) => level)).toEqual(['INFO']);
  });

  it('whose name was taken meanwhile waits for another decision', async () => {
    await send(fieldsOf('decided', 1), chunkOf(1));
    await send(fieldsOf('decided', 2), chunkOf(2));
    await writeFile(inHome('decided'), 'somebody was faster');
    const refused = await send(fieldsOf('decided', 3), chunkOf(3));
    expect(refused).toMatchObject({ success: false, code: 409 });
    expect(await readFile(inHome('decided'), 'utf8')).toBe('somebody was faster');
    const replaced = await send(fieldsOf('decided', 3, { operation: 1 }), chunkOf(3));
    expect(resultOf(replaced).complete).toBe(true);
    expect(sha256(await readFile(inHome('decided')))).toBe(sha256(content));
  });

  it.each([
    ['another total than its size gives', { shardTotal: 4 }, 'UPLOAD_CHUNK_MISMATCH'],
    ['an index beyond the last', { shardIndex: 4 }, 'UPLOAD_CHUNK_MISMATCH'],
    ['index 0', { shardIndex: 0 }, 'INPUT_INVALID'],
    ['another size than before', { size: 2_400 }, 'UPLOAD_CHUNK_MISMATCH'],
    ['another chunk size than before', { shardSize: 900 }, 'UPLOAD_CHUNK_MISMATCH'],
    [
      'a million chunks',
      { size: 1_000_000, shardSize: 1, shardTotal: 1_000_000 },
      'UPLOAD_CHUNK_MISMATCH',
    ],
    ['a size that is no number', { size: 'NaN' }, 'INPUT_INVALID'],
  ])('is refused with %s', async (_, more, error) => {
    await send(fieldsOf('numbers', 2), chunkOf(2));
    const refused = await send(fieldsOf('numbers', 1, more), chunkOf(1));
    expect(refused.success).toBe(false);
    expect(refused.result).toMatchObject({ error });
  });

  it.each([
    ['longer', randomBytes(1001)],
    ['shorter', randomBytes(999)],
    ['much longer', randomBytes(3 * 1024 * 1024)],
  ])('is refused when it is %s than it may be, whichever way it comes', async (how, chunk) => {
    const fields = fieldsOf(`lengths ${how}`, 1);
    for (const answer of [
      await send(fields, chunk),
      await forms.send(
        ann,
        'uploadFile',
        [{ name: 'file', fileName: 'b', content: chunk }],
        fields,
      ),
    ]) {
      expect(answer).toMatchObject({ success: false, code: 409 });
      expect(answer.result).toMatchObject({ error: 'UPLOAD_CHUNK_MISMATCH' });
    }
    // Not counted: the right bytes are taken in their place.
    for (const index of [1, 2, 3]) {
      await send(fieldsOf(`lengths ${how}`, index), chunkOf(index));
    }
    expect(sha256(await readFile(inHome(`lengths ${how}`)))).toBe(sha256(content));
  });

  it('names every field that is missing', async () => {
    const { fileName, size, ...fields } = fieldsOf('incomplete', 1);
    expect([fileName, size]).toEqual(['incomplete', '2500']);
    const refused = await send(fields, chunkOf(1));
    expect(refused).toMatchObject({ success: false, code: 400 });
    expect(Object.keys((refused.result as { fields: object }).fields)).toEqual([
      'fileName',
      'size',
    ]);
  });

  it('is no other user’s: the same key is another upload', async () => {
    await send(fieldsOf('mine', 1), chunkOf(1));
    const theirs = await forms.send(bob, 'uploadFile', documented(fieldsOf('mine', 2), chunkOf(2)));
    expect(resultOf(theirs).received).toEqual([2]);
    expect(resultOf(await send(fieldsOf('mine', 2), chunkOf(2))).received).toEqual([1, 2]);
    const rows = await platform.query(
      `SELECT count(*)::int AS count FROM upload WHERE file_name = 'mine'`,
    );
    expect(rows).toEqual([{ count: 2 }]);
  });
});

it('of a large file is answered by how many chunks there are, and writes down a bit for each', async () => {
  const [chunkBytes, total] = [10, 20_000];
  const fields = {
    fileName: 'large',
    key: 'large',
    shardSize: String(chunkBytes),
    shardTotal: String(total),
    size: String(chunkBytes * total),
  };
  const answers = [];
  for (const shardIndex of ['20000', '1', '9', '9']) {
    const part = { name: 'file', fileName: 'blob', content: 'ten bytes!' };
    answers.push(await forms.send(ann, 'uploadFile', [part], { ...fields, dir: '/', shardIndex }));
  }
  expect(answers.map(resultOf)).toEqual(
    [1, 2, 3, 3].map((receivedCount) => ({
      complete: false,
      received: [],
      receivedCount,
      files: [],
    })),
  );
  const rows = await platform.query(
    `SELECT length(chunk_bits) AS bytes, bit_count(chunk_bits)::int AS bits FROM upload WHERE file_name = 'large'`,
  );
  expect(rows).toEqual([{ bytes: total / 8, bits: 3 }]);
});
