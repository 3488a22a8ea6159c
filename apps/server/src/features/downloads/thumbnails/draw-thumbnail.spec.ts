import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { drawThumbnail } from './draw-thumbnail.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'draw-thumbnail-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function draw(
  content: Buffer,
  signal = new AbortController().signal,
): Promise<Buffer | null> {
  const path = join(dir, 'picture');
  await writeFile(path, content);
  const handle = await open(path);
  try {
    return await drawThumbnail(handle, signal);
  } finally {
    await handle.close();
  }
}

/** What was drawn, for whoever looks at it. */
async function facts(drawn: Buffer | null) {
  expect(drawn).not.toBeNull();
  const { format, width, height, pages, ...rest } = await sharp(drawn ?? undefined).metadata();
  return {
    format,
    width,
    height,
    pages,
    exif: rest.exif,
    xmp: rest.xmp,
    icc: rest.icc,
    orientation: rest.orientation,
  };
}

const plain = {
  exif: undefined,
  xmp: undefined,
  icc: undefined,
  orientation: undefined,
  pages: undefined,
};
const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } });

/** A PNG that claims this size and has a few bytes of it. */
function claim(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a thumbnail', () => {
  it('fits its square, and is turned as the camera held it, without what the camera wrote', async () => {
    const photo = await red(1200, 800)
      .withExif({
        IFD0: { Make: 'Secret', Orientation: '6' },
        IFD3: { GPSLatitude: '52/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.includes('Secret')).toBe(true);
    const drawn = await draw(photo);
    expect(await facts(drawn)).toEqual({ ...plain, format: 'webp', width: 171, height: 256 });
    expect(drawn?.includes('EXIF')).toBe(false);
  });

  it('of a small picture is no larger', async () => {
    const drawn = await draw(await red(20, 10).png().toBuffer());
    expect(await facts(drawn)).toEqual({ ...plain, format: 'webp', width: 20, height: 10 });
  });

  it('of what moves is its first picture', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const drawn = await draw(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    expect(await facts(drawn)).toEqual({ ...plain, format: 'webp', width: 8, height: 8 });
    const { dominant } = await sharp(drawn ?? undefined).stats();
    expect(dominant.r).toBeGreaterThan(dominant.g);
  });

  it('of a large photograph fits the limits of the reader', async () => {
    const photo = await red(8000, 6000).webp({ quality: 1 }).toBuffer();
    expect(await facts(await draw(photo))).toMatchObject({ width: 256, height: 192 });
  });
});

describe('nothing is drawn of', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a picture that claims to be huge', () => claim(60_000, 60_000)],
    [
      'a picture of more pixels than are taken',
      () => red(8000, 6300).webp({ quality: 1 }).toBuffer(),
    ],
    ['a picture that is cut', async () => (await red(400, 400).png().toBuffer()).subarray(0, 200)],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a TIFF', () => red(9, 9).tiff().toBuffer()],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s', async (_, make) => {
    expect(await draw(await make())).toBeNull();
  });
});

it('ends its reader when the worker is told to stop', async () => {
  const stop = new AbortController();
  const drawn = draw(await red(4000, 4000).png().toBuffer(), stop.signal);
  stop.abort();
  await expect(drawn).rejects.toThrow();
});
