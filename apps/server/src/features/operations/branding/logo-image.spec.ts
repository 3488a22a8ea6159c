import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { logoMaxBytes } from '@clusterdesk/contracts';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { drawLogo } from './logo-image.js';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Of eight bits and four channels. */
function header(width: number, height: number, isInterlaced = false): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  return chunk('IHDR', data);
}
const end = chunk('IEND', Buffer.alloc(0));

/** One colour, all over. */
function picture(width: number, height: number, pixel: number[]): PNG {
  const png = new PNG({ width, height });
  png.data = Buffer.alloc(width * height * 4, Buffer.from(pixel));
  return png;
}
const small = PNG.sync.write(picture(30, 20, [0, 0, 255, 255]));

const { data: grey } = jpeg.encode(
  { ...picture(64, 32, [200, 200, 200, 255]), width: 64, height: 32 },
  90,
);

/** The code of the refusal. */
const refusalOf = async (content: Buffer): Promise<string> => {
  try {
    await drawLogo(content);
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('an uploaded logo', () => {
  it('is drawn anew: nothing of the file is left but its pixels', async () => {
    const secret = Buffer.from('<script>alert(1)</script>');
    const text = chunk('tEXt', Buffer.concat([Buffer.from('Author\0'), secret]));
    const file = Buffer.concat([small.subarray(0, -12), text, end, secret]);
    const drawn = await drawLogo(file);
    expect(drawn.includes('script')).toBe(false);
    const { width, height, data } = PNG.sync.read(drawn);
    expect([width, height, ...data.subarray(0, 4)]).toEqual([30, 20, 0, 0, 255, 255]);
  });

  it('is made small, and what is seen through stays so', async () => {
    const drawn = PNG.sync.read(await drawLogo(PNG.sync.write(picture(1600, 800, [9, 8, 7, 0]))));
    expect([drawn.width, drawn.height, drawn.data[3]]).toEqual([288, 144, 0]);
    const wide = PNG.sync.read(await drawLogo(PNG.sync.write(picture(2000, 1, [9, 8, 7, 255]))));
    expect([wide.width, wide.height, ...wide.data.subarray(0, 4)]).toEqual([800, 1, 9, 8, 7, 255]);
  });

  it('may be a JPEG, whatever its file is called', async () => {
    const exif = Buffer.concat([Buffer.from('ffe1000c', 'hex'), Buffer.from('Exif\0\0home')]);
    const drawn = await drawLogo(Buffer.concat([grey.subarray(0, 2), exif, grey.subarray(2)]));
    expect(drawn.includes('home')).toBe(false);
    expect(PNG.sync.read(drawn)).toMatchObject({ width: 64, height: 32 });
  });

  const zeros = (bytes: number): Buffer => chunk('IDAT', deflateSync(Buffer.alloc(bytes)));
  it.each<[string, Buffer, string]>([
    ['text', Buffer.from('logo.png'), 'FORMAT'],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'), 'FORMAT'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
      'FORMAT',
    ],
    ['a large file', Buffer.concat([small, Buffer.alloc(logoMaxBytes)]), 'TOO_LARGE'],
    [
      'a small file with many pixels',
      Buffer.concat([signature, header(60_000, 60_000), zeros(60_000), end]),
      'TOO_LARGE',
    ],
    [
      'a second header with many pixels',
      Buffer.concat([signature, header(1, 1), header(60_000, 60_000), zeros(60_000), end]),
      'UNREADABLE',
    ],
    [
      'far more pixel data than pixels',
      Buffer.concat([signature, header(8, 8, true), zeros(64 * 1024 * 1024), end]),
      'UNREADABLE',
    ],
    ['a part of a PNG', small.subarray(0, 60), 'UNREADABLE'],
    ['a damaged PNG', Buffer.from(small).fill(7, 45, 60), 'UNREADABLE'],
    [
      'a JPEG without pixels',
      grey.subarray(0, grey.indexOf(Buffer.from('ffda', 'hex'))),
      'UNREADABLE',
    ],
  ])('is not %s', async (_, content, code) => {
    expect(await refusalOf(content)).toBe(`OPERATIONS_LOGO_${code}`);
  });
});
