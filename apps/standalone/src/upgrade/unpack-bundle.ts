import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ReleaseError, type Release } from '@clusterdesk/contracts/release';
import { extract, type Extract } from 'tar-stream';

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never;

const pathMaxBytes = 1_000;

/**
 * Unpacks checked programs into a new folder. It holds files and folders alone: an entry of another kind, one that leads out, one
 * that is there already, and more bytes than the release says are refused. Modes are the caller's: all may read, nobody else writes.
 * @param folder must not be there yet
 * @throws ReleaseError
 */
export async function unpackBundle(
  archive: string,
  folder: string,
  release: Pick<Release, 'unpackedBytes'>,
  onBytes: (done: number) => void = () => undefined,
): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  const entries = extract();
  const reading = pipeline(createReadStream(archive), createGunzip(), entries);
  // Told by the loop below, which then ends.
  reading.catch(() => undefined);
  let bytes = 0;
  try {
    for await (const entry of entries) {
      bytes += entry.header.size ?? 0;
      if (bytes > release.unpackedBytes) {
        throw new ReleaseError('UPGRADE_BUNDLE_TOO_LARGE');
      }
      await place(entry, folder);
      onBytes(bytes);
    }
    await reading;
  } catch (error) {
    entries.destroy();
    if (error instanceof ReleaseError || (error as NodeJS.ErrnoException).code === 'ENOSPC') {
      throw error;
    }
    throw new ReleaseError('UPGRADE_BUNDLE_UNREADABLE', String(error));
  }
}

async function place(entry: Entry, folder: string): Promise<void> {
  const { name, type, mode = 0 } = entry.header;
  if ((type !== 'file' && type !== 'directory') || !isInside(name)) {
    throw new ReleaseError('UPGRADE_ENTRY_FORBIDDEN', `The entry ${JSON.stringify(name)}`);
  }
  const path = join(folder, name);
  if (type === 'directory') {
    await mkdir(path, { recursive: true, mode: 0o755 });
    entry.resume();
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  try {
    await pipeline(entry, createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new ReleaseError('UPGRADE_ENTRY_FORBIDDEN', `Twice: ${JSON.stringify(name)}`);
    }
    throw error;
  }
  await chmod(path, (mode & 0o111) === 0 ? 0o644 : 0o755);
}

/** Whether a name is a plain path below the folder. */
function isInside(name: string): boolean {
  const parts = name.replace(/\/$/, '').split('/');
  return (
    Buffer.byteLength(name) <= pathMaxBytes &&
    !name.includes('\0') &&
    !name.includes('\\') &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
