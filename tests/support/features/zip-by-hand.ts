import { crc32, deflateRawSync } from 'node:zlib';

/** An entry as an archive may have it, honest or not. */
export interface HandMadeEntry {
  name: string | Buffer;
  data?: string | Buffer;
  /** General purpose flags; by default none: the name's encoding is not said. */
  flags?: number;
  method?: number;
  /** Its Unix type and mode, as Unix programs write them. */
  mode?: number;
  /** The system that made it: 3 Unix (by default), 0 DOS. */
  host?: number;
  /** What the directory says instead of the truth. */
  claims?: { size?: number; crc?: number };
  /** In the directory only, with the bytes of the entry before. */
  isShadow?: boolean;
}

/** General purpose flags. */
export const zipFlags = { encrypted: 1, utf8: 0x800 } as const;

const [dosTime, dosDate] = [(12 << 11) | (34 << 5) | 28, ((2021 - 1980) << 9) | (2 << 5) | 3];

/** Puts an archive together byte by byte: specs need such as no program makes. */
export function zipByHand(entries: readonly HandMadeEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let [offset, next] = [0, 0];
  for (const entry of entries) {
    const { flags = 0, method = 8, mode = 0o100644, host = 3, claims = {}, isShadow } = entry;
    const name = Buffer.from(entry.name as string);
    const data = Buffer.from((entry.data ?? '') as string);
    const packed = method === 8 ? deflateRawSync(data) : data;
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(flags, 2);
    header.writeUInt16LE(method, 4);
    header.writeUInt16LE(dosTime, 6);
    header.writeUInt16LE(dosDate, 8);
    header.writeUInt32LE(claims.crc ?? crc32(data), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(claims.size ?? data.length, 18);
    header.writeUInt16LE(name.length, 22);
    if (!isShadow) {
      offset = next;
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, name, packed]);
      locals.push(local);
      next += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, host]), header, rest, name);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(next, 16);
  return Buffer.concat([...locals, listed, end]);
}
