import { limits } from '@clusterdesk/contracts';
import { emptyRange, fetchBytes } from '../fetch-bytes.js';

/** The beginning of a text file. `text` null: these bytes are no text. */
export interface TextStart {
  text: string | null;
  encoding: string;
  /** The file goes on. */
  isCut: boolean;
}

/** Decodes what may end in the middle of a character; null: not this encoding. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Guesses how bytes are written: by their byte order mark, then UTF-8, then GB18030 (GBK); null: they are no text. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } | null {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : null;
  if (!marked && bytes.includes(0)) {
    return null;
  }
  for (const encoding of marked ? [marked] : ['utf-8', 'gb18030']) {
    const text = decode(bytes, encoding);
    if (text !== null) {
      return { text, encoding };
    }
  }
  return { text: new TextDecoder('utf-8').decode(bytes), encoding: 'utf-8' };
}

/** The beginning of what gzip packed, as far as the first part of the packed bytes goes. */
async function unpackStart(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      length += part.value.length;
      if (length >= limits.previewTextBytes) {
        break;
      }
    }
  } catch {
    // The packed bytes end in the middle, or begin another part: what came out so far is what is shown.
  }
  await reader.cancel().catch(() => undefined);
  const bytes = new Uint8Array(length);
  parts.reduce((at, part) => {
    bytes.set(part, at);
    return at + part.length;
  }, 0);
  return bytes.subarray(0, limits.previewTextBytes);
}

/** Fetches the first bytes of a text file, unpacks them where gzip packed it, and decodes them. @throws ApiError when they cannot be fetched */
export async function readTextStart(
  url: string,
  signal: AbortSignal,
  isPacked = false,
): Promise<TextStart> {
  const last = limits.previewTextBytes - 1;
  const response = await fetchBytes(url, { headers: { Range: `bytes=0-${last}` }, signal });
  if (response.status === emptyRange) {
    return { text: '', encoding: 'utf-8', isCut: false };
  }
  const fetched = new Uint8Array(await response.arrayBuffer()).subarray(0, limits.previewTextBytes);
  const bytes = isPacked ? await unpackStart(fetched) : fetched;
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  const decoded = decodeText(bytes);
  return {
    text: decoded?.text ?? null,
    encoding: decoded?.encoding ?? '',
    isCut: total > fetched.length || (isPacked && bytes.length >= limits.previewTextBytes),
  };
}
