/** A file somebody chose, with its path below the chosen place: `name`, or `folder/sub/name` for a folder. */
export interface PickedFile {
  /** Null: `path` is a folder with nothing in it. */
  file: File | null;
  path: string;
  /** Looks at the file anew, as it is on the disk by now. Absent where the browser cannot (file inputs). */
  reread?: () => Promise<File>;
}

/** What an `<input type=file>` holds; a folder input gives paths. It leaves out empty folders: browsers do not tell. */
export const pickedFromInput = (files: Iterable<File>): PickedFile[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name }));

const readBatch = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** How many files of dropped folders have been found so far; null: nothing is being read. */
let found: number | null = null;
let readers = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  found = (found ?? 0) + change;
  listeners.forEach((listener) => listener());
}

/** The reading of dropped folders, for who shows it: a large tree takes seconds. For React's useSyncExternalStore. */
export const folderReading = {
  getCount: (): number | null => found,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

async function pickedFrom(entry: FileSystemEntry): Promise<PickedFile | null> {
  if (isFolder(entry)) {
    return null;
  }
  const fileEntry = entry as FileSystemFileEntry;
  const reread = (): Promise<File> => fileOf(fileEntry);
  return { file: await reread(), path: entry.fullPath.replace(/^\//, ''), reread };
}

async function walk(folder: FileSystemDirectoryEntry, into: PickedFile[]): Promise<void> {
  const reader = folder.createReader();
  let isEmpty = true;
  // A reader gives at most 100 entries at a time and an empty list at the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    isEmpty = false;
    const files = await Promise.all(batch.map(pickedFrom));
    const present = files.filter((file) => file !== null);
    into.push(...present);
    count(present.length);
    for (const child of batch.filter(isFolder)) {
      await walk(child, into);
    }
  }
  if (isEmpty) {
    into.push({ file: null, path: folder.fullPath.replace(/^\//, '') });
  }
}

/**
 * What was dropped: files, and folders with all that is in them, empty folders too. Call it inside the drop event: the
 * browser empties the list afterwards.
 */
export async function pickedFromDrop(items: DataTransferItemList): Promise<PickedFile[]> {
  const dropped = [...items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const picked: PickedFile[] = [];
  readers += 1;
  try {
    for (const { entry, file } of dropped) {
      if (entry && isFolder(entry)) {
        await walk(entry, picked);
      } else {
        const one = entry && (await pickedFrom(entry));
        picked.push(...(one ? [one] : file ? [{ file, path: file.name }] : []));
      }
    }
    return picked;
  } finally {
    readers -= 1;
    if (readers === 0) {
      found = null;
      listeners.forEach((listener) => listener());
    }
  }
}
