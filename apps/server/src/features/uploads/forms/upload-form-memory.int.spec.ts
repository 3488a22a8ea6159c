import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { watch, type FSWatcher } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import {
  formBody,
  resultOf,
  SpecForms,
  type FormAnswer,
  type FormPart,
} from '@clusterdesk/tests/wire/multipart-forms.js';
import { sha256, SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { ChunkMemory } from './chunk-memory.service.js';

const chunkBytes = 3 * 1024 * 1024;
const content = randomBytes(chunkBytes + 1_000_000);
const boundary = 'the-boundary';

let platform: SpecPlatform;
let forms: SpecForms;
let ann: SpecUser;
let allBytes: number;
let watcher: FSWatcher;
/** The names of all that was ever made in the staging of uploads. */
let stagedNames: Set<string>;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  forms = new SpecForms(platform);
  ann = await platform.addUser('ann');
  await mkdir(ann.home, { recursive: true });
  allBytes = freeBytes();
});

afterAll(() => platform.close());

beforeEach(() => {
  stagedNames = new Set();
  watcher = watch(uploadsDir(), (_, name) => stagedNames.add(String(name)));
});

/** Whatever was tried, neither memory nor files are left of it. */
afterEach(async () => {
  watcher.close();
  await forms.until(
    async () => freeBytes() === allBytes && (await readdir(uploadsDir())).length === 0,
  );
});

const freeBytes = (): number => platform.get(ChunkMemory).freeBytes;
const uploadsDir = (): string => platform.get(Staging).uploadsDir;
const inHome = (name: string): string => join(ann.home, name);

/** In the documented order: the file comes before what says where it goes. */
function chunkForm(name: string, index: number, of = content): FormPart[] {
  const fields = {
    shardIndex: index,
    shardSize: chunkBytes,
    shardTotal: Math.ceil(of.length / chunkBytes),
    size: of.length,
    key: `key of ${name}`,
    fileName: name,
  };
  const bytes = of.subarray((index - 1) * chunkBytes, index * chunkBytes);
  return [
    { name: 'fileDir', content: '/' },
    { name: 'file', fileName: 'blob', content: bytes },
    ...Object.entries(fields).map(([field, value]) => ({ name: field, content: String(value) })),
  ];
}

const send = (name: string, index: number, of = content): Promise<FormAnswer> =>
  forms.send(ann, 'uploadFile', chunkForm(name, index, of));

async function sendWhole(name: string, of = content): Promise<void> {
  for (let index = 1; (index - 1) * chunkBytes < of.length; index += 1) {
    expect(await send(name, index, of)).toMatchObject({ success: true });
  }
  expect(sha256(await readFile(inHome(name)))).toBe(sha256(of));
}

/** How many files were made for parts whose place was not known; the file of an upload itself has no number behind its name. */
async function countFilesBeside(): Promise<number> {
  const marker = `marker-${randomBytes(4).toString('hex')}`;
  await writeFile(join(uploadsDir(), marker), '');
  await forms.until(() => Promise.resolve(stagedNames.has(marker)));
  await rm(join(uploadsDir(), marker));
  return [...stagedNames].filter((name) => /\.\d+$/.test(name)).length;
}

/** Sends all of a form, or so many bytes of it, and leaves the connection open. */
function begin(user: SpecUser, parts: FormPart[], sentBytes: number): [ClientRequest, Buffer] {
  const body = formBody(parts, boundary);
  const outgoing = request(forms.urlOf('uploadFile', {}), {
    method: 'POST',
    headers: {
      Authorization: user.token,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': body.length,
    },
  });
  outgoing.on('error', () => undefined);
  outgoing.write(body.subarray(0, sentBytes));
  return [outgoing, body.subarray(sentBytes)];
}

describe('a chunk before the fields that say where it goes', () => {
  it('is written only to its place when there is memory for it', async () => {
    await sendWhole('held');
    expect(await countFilesBeside()).toBe(0);
  });

  it('is received beside when others have the memory', async () => {
    const others = platform.get(ChunkMemory).reserve(allBytes);
    await sendWhole('beside');
    expect(await countFilesBeside()).toBe(2);
    others?.release();
  });

  it('is received beside when it is larger than the memory', async () => {
    const large = randomBytes(allBytes + 1_000_000);
    const [part, ...fields] = chunkForm('large', 1, large).slice(1);
    const answer = await forms.send(ann, 'uploadFile', [
      { name: 'fileDir', content: '/' },
      { ...part!, content: large },
      ...fields.map(({ name, content: value }) => ({
        name,
        content: { shardSize: String(large.length), shardTotal: '1' }[name] ?? value,
      })),
    ]);
    expect(resultOf(answer).complete).toBe(true);
    expect(sha256(await readFile(inHome('large')))).toBe(sha256(large));
    expect(await countFilesBeside()).toBe(1);
  });

  it('comes whole when more are sent at once than there is memory for', async () => {
    const others = platform.get(ChunkMemory).reserve(allBytes - 2 * (chunkBytes + 1_000_000));
    const names = Array.from({ length: 5 }, (_, index) => `crowd ${index}`);
    const files = names.map(() => randomBytes(content.length));
    await Promise.all(names.map((name, index) => sendWhole(name, files[index])));
    others?.release();
  });

  it('gives the memory back when its client breaks off', async () => {
    const [outgoing] = begin(ann, chunkForm('broken', 1), 2_000_000);
    await forms.until(() => Promise.resolve(freeBytes() < allBytes));
    outgoing.destroy();
    await forms.until(() => Promise.resolve(freeBytes() === allBytes));
    expect(await countFilesBeside()).toBe(0);
  });

  it('gives the memory back when the right to send it ends', async () => {
    const eve = await platform.addUser('eve');
    const [outgoing] = begin(eve, chunkForm('ended', 1), chunkBytes + 300);
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    await forms.until(() => Promise.resolve(freeBytes() < allBytes));
    platform.get(RunningWork).abort({ userId: eve.id });
    await forms.until(() => Promise.resolve(freeBytes() === allBytes));
    await closed;
    expect(await countFilesBeside()).toBe(0);
  });

  it.each([
    ['in the middle of it', 2_000_000],
    ['before its fields', chunkBytes + 300],
  ])('leaves the memory to others while its client is silent %s', async (where, sentBytes) => {
    const name = `slow ${where}`;
    const [outgoing, rest] = begin(ann, chunkForm(name, 1), sentBytes);
    const answered = new Promise((resolve) => outgoing.once('response', resolve));
    await waitFor('memory in use', () => freeBytes() < allBytes, undefined, 10);
    await waitFor('all memory free', () => freeBytes() === allBytes);
    expect(await countFilesBeside()).toBe(1);
    outgoing.end(rest);
    await answered;
    expect(resultOf(await send(name, 2)).complete).toBe(true);
    expect(sha256(await readFile(inHome(name)))).toBe(sha256(content));
  });

  it('gives the memory back when it is refused', async () => {
    const [dir, part, ...fields] = chunkForm('refused', 1);
    const shorter = { ...part!, content: Buffer.alloc(5) };
    const answer = await forms.send(ann, 'uploadFile', [dir!, shorter, ...fields]);
    expect(answer.result).toMatchObject({ error: 'UPLOAD_CHUNK_MISMATCH' });
    const twice = await forms.send(ann, 'uploadFile', [dir!, shorter, shorter, ...fields]);
    expect(twice).toMatchObject({ success: false, code: 400 });
  });

  it('can turn out to be a file by itself', async () => {
    const parts = [
      { name: 'file', fileName: 'whole', content },
      { name: 'fileDir', content: '/' },
    ];
    await forms.expectOk(ann, 'uploadFile', parts);
    expect(sha256(await readFile(inHome('whole')))).toBe(sha256(content));
  });
});
