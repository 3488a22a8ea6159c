import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, rmdir, stat, utimes, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareNames, FolderOrders, type FolderOrder } from './folder-order.js';
import { FileSpace } from '../file-space.js';
import { SafeDirectory } from '../safe-directory.js';
import { cooperativeSort } from './cooperative-sort.js';

let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'folder-order-'));
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Longer than the clock of any filesystem that tests run on is coarse. */
const settledNs = 50_000_000n;
const settle = (): Promise<void> => sleep(100);

async function read(orders: FolderOrders): Promise<FolderOrder> {
  const folder = await SafeDirectory.openRoot(base);
  try {
    return await orders.read(folder, 'cn');
  } finally {
    await folder.close();
  }
}

describe('an order', () => {
  it('is used again while nothing comes or goes, and not after', async () => {
    await writeFile(join(base, 'a'), '');
    await settle();
    const orders = new FolderOrders(undefined, settledNs);
    const first = await read(orders);
    expect(await read(orders)).toBe(first);
    await writeFile(join(base, 'b'), '');
    const second = await read(orders);
    expect(second.names).toEqual(['a', 'b']);
    await unlink(join(base, 'a'));
    await mkdir(join(base, 'a'));
    expect(await read(orders)).toEqual({ names: ['a', 'b'], folders: 1, hidden: [] });
  });

  it('of a folder that is changing is never old, however coarse its clock', async () => {
    const orders = new FolderOrders();
    for (let round = 0; round < 300; round += 1) {
      await writeFile(join(base, `f${round}`), '');
      const { names } = await read(orders);
      expect(names).toHaveLength(round + 1);
    }
    for (let round = 0; round < 300; round += 1) {
      await unlink(join(base, `f${round}`));
      expect((await read(orders)).names).toHaveLength(299 - round);
    }
  });

  it('is kept for so many names only', async () => {
    for (const folder of ['one', 'two']) {
      await mkdir(join(base, folder));
      for (let i = 0; i < 6; i += 1) {
        await writeFile(join(base, folder, `${i}`), '');
      }
    }
    await settle();
    const orders = new FolderOrders(10, settledNs);
    const root = await SafeDirectory.openRoot(base);
    const [one, two] = [await root.openDirectory('one'), await root.openDirectory('two')];
    const first = await orders.read(one, 'en');
    expect(await orders.read(one, 'en')).toBe(first);
    await orders.read(two, 'en');
    expect(await orders.read(one, 'en')).not.toBe(first);
    for (const folder of [root, one, two]) {
      await folder.close();
    }
  });

  it('of a large folder is kept, and pushes out no other', async () => {
    await mkdir(join(base, 'small'));
    await mkdir(join(base, 'large'));
    await mkdir(join(base, 'huge'));
    const fill = (folder: string, count: number): Promise<void[]> =>
      Promise.all(
        Array.from({ length: count }, (_, i) => writeFile(join(base, folder, `${i}`), '')),
      );
    await fill('small', 5);
    await fill('large', 15);
    await fill('huge', 25);
    await settle();
    const orders = new FolderOrders(30, settledNs);
    const root = await SafeDirectory.openRoot(base);
    const [small, large, huge] = [
      await root.openDirectory('small'),
      await root.openDirectory('large'),
      await root.openDirectory('huge'),
    ];
    const [ofSmall, ofLarge] = [await orders.read(small, 'en'), await orders.read(large, 'en')];
    expect(await orders.read(large, 'en')).toBe(ofLarge);
    expect(await orders.read(small, 'en')).toBe(ofSmall);
    // More than two thirds of the limit is read for each page.
    const ofHuge = await orders.read(huge, 'en');
    expect(await orders.read(huge, 'en')).not.toBe(ofHuge);
    expect(await orders.read(small, 'en')).toBe(ofSmall);
    for (const folder of [root, small, large, huge]) {
      await folder.close();
    }
  });

  it('of a removed folder is not that of the next one of its name', async () => {
    await mkdir(join(base, 'gone'));
    await settle();
    const orders = new FolderOrders(undefined, settledNs);
    const root = await SafeDirectory.openRoot(base);
    const gone = await root.openDirectory('gone');
    await rmdir(join(base, 'gone'));
    // A removed folder's descriptor still reads as empty; its next one is another folder.
    await orders.read(gone, 'en').catch(() => undefined);
    await mkdir(join(base, 'gone'));
    await writeFile(join(base, 'gone', 'x'), '');
    const again = await root.openDirectory('gone');
    expect((await orders.read(again, 'en')).names).toEqual(['x']);
    for (const folder of [root, gone, again]) {
      await folder.close();
    }
  });
});

describe('sorting', () => {
  const alphabet = [...'abAB12 0-_.(文报告éÉ\u0301\u200dあ😀'];
  const randomName = (): string =>
    Array.from(
      { length: 1 + Math.floor(Math.random() * 6) },
      () => alphabet[Math.floor(Math.random() * alphabet.length)],
    ).join('');

  it.each(['cn', 'en'] as const)('in turns is the collator’s order (%s)', async (language) => {
    const names = [...new Set(Array.from({ length: 5_000 }, randomName))];
    const sorted = await cooperativeSort(names, compareNames(language));
    expect(sorted).toEqual([...names].sort(compareNames(language)));
    const { compare } = new Intl.Collator(language === 'cn' ? 'zh-CN' : 'en', { numeric: true });
    for (let i = 1; i < sorted.length; i += 1) {
      expect(compare(sorted[i - 1] ?? '', sorted[i] ?? '')).toBeLessThanOrEqual(0);
    }
  });

  it('tells apart names that the collator holds for equal, whatever order they come in', async () => {
    const [one, other] = ['a', 'a\u200d'];
    expect(new Intl.Collator('en').compare(one, other)).toBe(0);
    const compare = compareNames('en');
    expect(await cooperativeSort([one, other], compare)).toEqual(
      await cooperativeSort([other, one], compare),
    );
  });

  it('lets others have their turn', async () => {
    const names = Array.from({ length: 60_000 }, (_, i) => `${(i * 7919) % 60_000}文件`);
    // Of the processor, not of the clock: the machine may make anybody wait.
    const spent = (): number => process.cpuUsage().user + process.cpuUsage().system;
    let longest = 0;
    let last = spent();
    const timer = setInterval(() => {
      longest = Math.max(longest, spent() - last);
      last = spent();
    }, 1);
    last = spent();
    const began = last;
    await cooperativeSort(names, compareNames('cn'));
    const took = spent() - began;
    clearInterval(timer);
    // All at once it would be the whole time.
    expect(longest).toBeLessThan(took / 2);
    expect(longest).toBeGreaterThan(0);
  });
});

describe('a folder of thousands', () => {
  it('is listed whole and in pages that do not overlap, in every order', async () => {
    const space = await FileSpace.open({ root: base, trash: join(base, '..', 'unused-trash') });
    const count = 2_500;
    for (let i = 0; i < count; i += 1) {
      await (i % 50 === 0
        ? mkdir(join(base, `d${i}`))
        : writeFile(join(base, `f${i}`), 'x'.repeat(i % 7)));
    }
    for (const sort of ['name', 'size', 'createDate'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const whole = await space.list('/', { language: 'cn', sort, order });
        expect(whole).toHaveLength(count);
        expect(whole.slice(0, 50).every((entry) => entry.isDirectory)).toBe(true);
        const pages = [];
        for (let pageNum = 0; pageNum * 999 < count; pageNum += 1) {
          pages.push(
            ...(await space.list('/', { language: 'cn', sort, order, pageNum, size: 999 })),
          );
        }
        expect(pages.map((entry) => entry.path)).toEqual(whole.map((entry) => entry.path));
      }
    }
    const [largest] = (
      await space.list('/', { language: 'cn', sort: 'size', order: 'desc' })
    ).slice(50);
    expect(largest?.sizeBytes).toBe(6);
    const last = (await space.list('/', { language: 'cn' })).at(-1)?.name ?? '';
    // A fraction of a millisecond that must be rounded up, as everywhere in Node.
    await utimes(join(base, last), 1_700_000_000.1238, 1_700_000_000.1238);
    const listed = (await space.list('/', { language: 'cn' })).at(-1);
    const stats = await stat(join(base, last));
    expect(stats.mtimeMs % 1).toBeGreaterThan(0.5);
    expect(listed).toMatchObject({ sizeBytes: stats.size });
    expect(listed?.modifiedAt.getTime()).toBe(stats.mtime.getTime());
    expect(await space.count('/', 'cn')).toEqual({ total: count, folders: 50, hidden: 0 });
  });
});
