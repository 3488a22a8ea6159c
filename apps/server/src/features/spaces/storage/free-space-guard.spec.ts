import { beforeEach, expect, it } from '@jest/globals';
import { FreeSpaceGuard } from './free-space-guard.service.js';
import type { Staging } from './staging.js';

const megabyte = 1024 * 1024;

/** A disk that several processes write to. */
let spareBytes: number;
let looks: number;
const staging = {
  spareBytes: () => {
    looks += 1;
    return Promise.resolve(spareBytes);
  },
} as Staging;

beforeEach(() => {
  looks = 0;
});

/** Writes pieces until there is no room. @returns how much was written */
async function fill(guard: FreeSpaceGuard, pieceBytes: number): Promise<number> {
  for (let written = 0; ; written += pieceBytes) {
    try {
      await guard.claim(pieceBytes);
    } catch {
      return written;
    }
    spareBytes -= pieceBytes;
  }
}

it.each([
  ['a small disk', 160 * megabyte, 10 * megabyte],
  ['a large one', 10_240 * megabyte, 64 * megabyte],
])(
  'what a process of several may still take of %s when the others have filled it is little',
  async (_, bytes, most) => {
    spareBytes = bytes;
    const early = new FreeSpaceGuard(staging);
    await early.claim(megabyte);
    spareBytes -= megabyte;
    // Within the second in which the first need not look again.
    await fill(new FreeSpaceGuard(staging), megabyte);
    expect(spareBytes).toBe(0);
    await fill(early, megabyte);
    expect(-spareBytes).toBeLessThanOrEqual(most);
  },
);

it('the last bytes are had, and looks are few while there is room', async () => {
  spareBytes = 640 * megabyte;
  const guard = new FreeSpaceGuard(staging);
  await guard.claim(100 * megabyte);
  spareBytes -= 100 * megabyte;
  expect(looks).toBe(1);
  expect(await fill(guard, megabyte)).toBe(540 * megabyte);
  expect(looks).toBeLessThan(200);
});

it('those who ask at once get no more than there is', async () => {
  spareBytes = 100 * megabyte;
  const guard = new FreeSpaceGuard(staging);
  const piece = 40 * megabyte;
  const results = await Promise.allSettled(
    [1, 2, 3].map(async () => {
      await guard.claim(piece);
      spareBytes -= piece;
    }),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});
