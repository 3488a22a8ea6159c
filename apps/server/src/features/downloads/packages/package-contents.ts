import type { FileHandle } from 'node:fs/promises';
import type { HiddenKind, LocalizedText } from '@clusterdesk/contracts';
import { passing } from '../../../platform/file-space/listing/entry-filter.js';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { commonParent, walkSelection } from '../../spaces/selection.js';
import { NotAllowedInSpaceError } from '../../spaces/space.errors.js';
import { filterFor, type Space } from '../../spaces/space.js';
import { isSparse } from '../../spaces/storage/sparse-file.js';
import type { Progress } from '../../spaces/tasks/run-progress.js';
import { assertPinned, type PinnedFile } from '../sending/pinned-content.js';
import type { ZipWriter } from './zip/zip-writer.js';

/** What is packed, and where to. */
export interface Packing {
  space: Space;
  /** What the user selected; names in the zip start below the folder that contains all of it. */
  paths: readonly string[];
  zip: ZipWriter;
  /** Updated while files are read. */
  progress: Progress;
  signal: AbortSignal;
}

/**
 * Packs what is there now of the selection and may be downloaded.
 * @returns `notes`: a line for each entry that was left out, or changed while it was read. `hidden`: a line for each that no
 * package can hold. `packed`: every packed entry, where entries have rights of their own; otherwise nothing.
 */
export async function packSelection({
  space,
  paths,
  zip,
  progress,
  signal,
}: Packing): Promise<{ notes: string[]; hidden: string[]; packed: PinnedFile[] }> {
  const notes: string[] = [];
  const filtered: string[] = [];
  const hidden = new Map<string, HiddenKind>();
  const packed: PinnedFile[] = [];
  const nameOf = nameBelow(commonParent(paths));
  const walk = walkSelection(space.files, paths, {
    onUnreachable: (path, reason) => void notes.push(leftOut(path, reason)),
    onFiltered: (path) => void filtered.push(path),
    onHidden: (path, kind) => void hidden.set(path, kind),
    filter: filterFor(space, 'download'),
    signal,
  });
  for await (const entry of walk) {
    signal.throwIfAborted();
    const name = nameOf(entry.path);
    if (space.hasEntryRights) {
      packed.push({ ...toPinned(entry), identity: null });
    }
    if (entry.isDirectory) {
      if (name !== '') {
        await zip.addFolder(name, entry.modifiedAt);
      }
    } else {
      const note = await addFile(zip, space.files, entry.path, name, progress);
      notes.push(...(note === null ? [] : [note]));
    }
  }
  notes.push(...(await notesOf(space, filtered)));
  return { notes, hidden: await hiddenNotes(space, hidden), packed };
}

/** Entries that may not be downloaded are not named here either. */
async function hiddenNotes(
  space: Space,
  hidden: ReadonlyMap<string, HiddenKind>,
): Promise<string[]> {
  const entries = await passing([...hidden], ([path]) => path, filterFor(space, 'download'));
  return entries.map(([path, kind]) => `${path}: ${whyHidden[kind].cn} / ${whyHidden[kind].en}`);
}

const whyHidden: Record<HiddenKind, LocalizedText> = {
  name: {
    cn: '名称不是 UTF-8 编码，无法打包；请先在文件页面的「无法显示的项目」中改名',
    en: 'Its name is not UTF-8, so it cannot be packed; rename it on the files page first, under "Entries that cannot be shown".',
  },
  link: {
    cn: '符号链接，不打包',
    en: 'A symbolic link; links are not packed.',
  },
  special: {
    cn: '管道、套接字或设备文件，没有可打包的内容',
    en: 'A pipe, socket or device; it has no content to pack.',
  },
};

/** Entries that may be seen but not downloaded are named; hidden ones are not. */
async function notesOf(space: Space, filtered: readonly string[]): Promise<string[]> {
  const decisions = await space.can('view', filtered);
  return filtered.flatMap((path, index) =>
    decisions[index]?.isAllowed === true
      ? [leftOut(path, new NotAllowedInSpaceError('download'))]
      : [],
  );
}

/** Packs exactly the files of a manifest, each compared on the handle that is read. @throws ContentChangedError */
export async function packManifest(
  { space, paths, zip, progress, signal }: Packing,
  manifest: readonly PinnedFile[],
): Promise<void> {
  const nameOf = nameBelow(commonParent(paths));
  for (const pinned of manifest) {
    signal.throwIfAborted();
    const handle = await space.files.openRead(pinned.path);
    try {
      await assertPinned(handle, pinned);
      await addHandle(zip, handle, nameOf(pinned.path), progress);
      // Checked again after reading: a mix of two versions is neither of them.
      await assertPinned(handle, pinned);
    } finally {
      await handle.close();
    }
  }
}

function leftOut(path: string, { sentence }: DomainError): string {
  return `${path}: ${sentence.cn} / ${sentence.en}`;
}

/** The name in the zip: the path below the folder that contains the whole selection. */
function nameBelow(parent: string): (path: string) => string {
  return (path) => path.slice(parent === '/' ? 1 : parent.length + 1);
}

function toPinned({ path, sizeBytes, modifiedAt }: SpaceEntry): Omit<PinnedFile, 'identity'> {
  return { path, sizeBytes, modifiedMs: modifiedAt.getTime() };
}

/** Adds one file. @returns a note if it is not as it was when the package was requested */
async function addFile(
  zip: ZipWriter,
  files: RootedFiles,
  path: string,
  name: string,
  progress: Progress,
): Promise<string | null> {
  const handle = await files.openRead(path).catch((error: unknown) => {
    if (error instanceof DomainError) {
      return error;
    }
    throw error;
  });
  if (handle instanceof DomainError) {
    return leftOut(path, handle);
  }
  try {
    return (await addHandle(zip, handle, name, progress))
      ? null
      : `${path}: 打包时内容有变化，压缩包中为读到的内容 / It changed while it was packed; the package has what was read.`;
  } finally {
    await handle.close();
  }
}

/** @returns false when the file changed while it was read */
async function addHandle(
  zip: ZipWriter,
  handle: FileHandle,
  name: string,
  progress: Progress,
): Promise<boolean> {
  const before = await handle.stat();
  const file = { sizeBytes: before.size, modifiedAt: before.mtime, isSparse: isSparse(before) };
  const count = await zip.addFile(name, handle, file, (bytes) => {
    progress.doneBytes += bytes;
  });
  progress.doneFiles += 1;
  const after = await handle.stat();
  return count === before.size && after.mtimeMs === before.mtimeMs;
}
