/** Everything in a tar is a multiple of this long. */
export const tarBlock = 512;
/** Two empty blocks end a tar. */
export const tarEnd = Buffer.alloc(2 * tarBlock);

/** How many bytes of nothing follow so many bytes of a file. */
export const paddingOf = (bytes: number): number => (tarBlock - (bytes % tarBlock)) % tarBlock;

/** A size of more digits does not fit into the field. */
const mostInField = 8 ** 11 - 1;
const longestName = 100;
const isPlain = (name: string): boolean =>
  /^[\x20-\x7e]*$/.test(name) && name.length <= longestName;

/**
 * What stands before a file or a folder (whose name ends with `/`) in a tar: a ustar header (POSIX.1-1988), for a name or a size that does not fit there preceded by
 * an extended one (pax, POSIX.1-2001). It depends on nothing but these values, so that a broken download can go on.
 */
export function tarHeader(name: string, bytes: number, time: Date): Buffer {
  const isShort = isPlain(name);
  const isSmall = bytes <= mostInField;
  const isFolder = name.endsWith('/');
  const main = ustar(
    isShort ? name : isFolder ? 'folder/' : 'file',
    isSmall ? bytes : 0,
    time,
    isFolder ? '5' : '0',
  );
  if (isShort && isSmall) {
    return main;
  }
  const extended = Buffer.from(
    [
      ...(isShort ? [] : [paxRecord('path', name)]),
      ...(isSmall ? [] : [paxRecord('size', String(bytes))]),
    ].join(''),
  );
  return Buffer.concat([
    ustar('PaxHeader', extended.length, time, 'x'),
    extended,
    Buffer.alloc(paddingOf(extended.length)),
    main,
  ]);
}

function ustar(name: string, bytes: number, time: Date, type: '0' | '5' | 'x'): Buffer {
  const header = Buffer.alloc(tarBlock);
  const write = (text: string, at: number): void => void header.write(text, at, 'ascii');
  const writeNumber = (value: number, at: number, width: number): void =>
    write(value.toString(8).padStart(width - 1, '0'), at);
  write(name, 0);
  writeNumber(type === '5' ? 0o700 : 0o600, 100, 8);
  writeNumber(0, 108, 8);
  writeNumber(0, 116, 8);
  writeNumber(bytes, 124, 12);
  writeNumber(Math.max(0, Math.floor(time.getTime() / 1000)), 136, 12);
  write(' '.repeat(8), 148);
  write(type, 156);
  write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** `<length> <key>=<value>\n`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const size = Buffer.byteLength(rest);
  let length = size + 1;
  while (size + String(length).length !== length) {
    length = size + String(length).length;
  }
  return `${length}${rest}`;
}
