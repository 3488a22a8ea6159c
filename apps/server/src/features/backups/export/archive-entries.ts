import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { archiveNames, manifestSchema, type Manifest } from '../archive/manifest.js';

/** A file of an archive, in the order in which they leave. */
export interface ArchiveEntry {
  /** In the archive, with `/`; that of a folder ends with one. */
  name: string;
  bytes: number;
}

/** What of a line of the list of files is needed to send them. */
const fileLine = z.object({
  path: z
    .string()
    .min(1)
    .refine((path) => !path.split('/').includes('..')),
  bytes: z.number().int().min(0),
  mode: z.enum(['file', 'dir']),
});

/** Reads the manifest of an archive's folder. @throws when there is none, or it is none */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(join(dir, archiveNames.manifest), 'utf8');
  return manifestSchema.parse(JSON.parse(text));
}

/** The files of an archive: manifest, parts, then the users' files as the list names them, which is read piece by piece. */
export async function* listEntries(dir: string, manifest: Manifest): AsyncGenerator<ArchiveEntry> {
  const { size } = await stat(join(dir, archiveNames.manifest));
  yield { name: archiveNames.manifest, bytes: size };
  for (const { path, bytes } of manifest.parts) {
    yield { name: path, bytes };
  }
  if (manifest.files === null) {
    return;
  }
  const list = createReadStream(join(dir, manifest.files.list));
  const unpacked = createGunzip();
  list.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const line of createInterface({ input: list.pipe(unpacked) })) {
      if (line !== '') {
        const { path, bytes, mode } = fileLine.parse(JSON.parse(line));
        // Folders come with what is in them, and by the list where they are empty.
        if (mode !== 'dir') {
          yield { name: `${archiveNames.files}/${path}`, bytes };
        }
      }
    }
  } finally {
    list.destroy();
  }
}
