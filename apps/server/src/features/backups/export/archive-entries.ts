import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveNames, manifestSchema, type Manifest } from '../archive/manifest.js';
import { readList } from '../files/file-list.js';

/** A file of an archive, in the order in which they leave. */
export interface ArchiveEntry {
  /** In the archive, with `/`. */
  name: string;
  bytes: number;
}

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
  for await (const { path, bytes, mode } of readList(join(dir, manifest.files.list))) {
    // Folders come with what is in them, and by the list where they are empty; links by the list.
    if (mode === 'file') {
      yield { name: `${archiveNames.files}/${path}`, bytes };
    }
  }
}
