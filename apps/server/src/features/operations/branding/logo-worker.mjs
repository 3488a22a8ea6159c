/** The thread of logo-image.ts: decodes an uploaded picture, makes it small, and draws it anew as a PNG. It holds nothing but pixels then. */
import { parentPort, workerData } from 'node:worker_threads';
import { inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';

const { content, type, maxPixels, box } = workerData;

/**
 * A PNG up to its end: what stands behind it is left out. It has one header, at the start, and no more pixel data than the largest
 * picture: a decoder would believe both.
 */
function boundedPng(png) {
  const parts = [];
  let at = 8;
  let name = '';
  while (at + 12 <= png.length && name !== 'IEND') {
    const length = png.readUInt32BE(at);
    name = png.toString('latin1', at + 4, at + 8);
    if ((name === 'IHDR') !== (at === 8)) {
      throw new Error('A PNG has one header, at its start.');
    }
    if (name === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  // Four channels of 16 bits, and the filters of its lines.
  inflateSync(Buffer.concat(parts), {
    maxOutputLength: maxPixels * maxPixels * 8 + 16 * maxPixels,
  });
  return png.subarray(0, at);
}

function decode() {
  const bytes = Buffer.from(content);
  if (type === 'png') {
    return PNG.sync.read(boundedPng(bytes));
  }
  const maxResolutionInMP = (maxPixels * maxPixels) / 1e6;
  return jpeg.decode(bytes, { useTArray: true, maxResolutionInMP, maxMemoryUsageInMB: 256 });
}

/** The mean of the pixels that each new one covers; what cannot be seen does not tint its neighbours. */
function shrink({ width, height, data }) {
  const scale = Math.min(1, box.width / width, box.height / height);
  const small = new PNG({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  const range = (index, from, to) => {
    const start = Math.floor((index * from) / to);
    return [start, Math.max(start + 1, Math.ceil(((index + 1) * from) / to))];
  };
  for (let y = 0; y < small.height; y += 1) {
    const [top, bottom] = range(y, height, small.height);
    for (let x = 0; x < small.width; x += 1) {
      const [left, right] = range(x, width, small.width);
      const sum = [0, 0, 0];
      let alpha = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4) {
          sum.forEach((_, channel) => (sum[channel] += data[at + channel] * data[at + 3]));
          alpha += data[at + 3];
        }
      }
      const to = (y * small.width + x) * 4;
      sum.forEach((total, channel) => (small.data[to + channel] = alpha ? total / alpha : 0));
      small.data[to + 3] = alpha / ((bottom - top) * (right - left));
    }
  }
  return small;
}

const picture = decode();
if (picture.width > maxPixels || picture.height > maxPixels) {
  throw new Error('The picture is larger than its header says.');
}
parentPort.postMessage(PNG.sync.write(shrink(picture)));
