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

/** What was dropped: the files, and the paths of what the browser could not read. */
export interface Dropped {
  picked: PickedFile[];
  unreadable: string[];
}

const pathOf = ({ fullPath }: FileSystemEntry): string => fullPath.replace(/^\//, '');

/** Reads one file; one that cannot be read (a link that leads nowhere, no permission) takes no other along. */
async function pickFile(entry: FileSystemEntry, into: Dropped): Promise<PickedFile[]> {
  const reread = (): Promise<File> => fileOf(entry as FileSystemFileEntry);
  try {
    return [{ file: await reread(), path: pathOf(entry), reread }];
  } catch {
    into.unreadable.push(pathOf(entry));
    return [];
  }
}

async function walk(folder: FileSystemDirectoryEntry, into: Dropped): Promise<void> {
  const reader = folder.createReader();
  const nextBatch = (): Promise<FileSystemEntry[]> =>
    readBatch(reader).catch(() => {
      into.unreadable.push(pathOf(folder));
      isEmpty = false;
      return [];
    });
  let isEmpty = true;
  // A reader gives at most 100 entries at a time and an empty list at the end.
  for (let batch = await nextBatch(); batch.length > 0; batch = await nextBatch()) {
    isEmpty = false;
    const files = batch.filter((entry) => !isFolder(entry));
    const present = await Promise.all(files.map((entry) => pickFile(entry, into)));
    into.picked.push(...present.flat());
    count(files.length);
    for (const child of batch.filter(isFolder)) {
      await walk(child, into);
    }
  }
  if (isEmpty) {
    into.picked.push({ file: null, path: pathOf(folder) });
  }
}

/**
 * What was dropped: files, and folders with all that is in them, empty folders too. Call it inside the drop event: the
 * browser empties the list afterwards.
 */
export async function pickedFromDrop(items: Iterable<DataTransferItem>): Promise<Dropped> {
  const dropped = [...items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const into: Dropped = { picked: [], unreadable: [] };
  readers += 1;
  try {
    for (const { entry, file } of dropped) {
      if (entry && isFolder(entry)) {
        await walk(entry, into);
      } else if (entry) {
        into.picked.push(...(await pickFile(entry, into)));
      } else if (file) {
        into.picked.push({ file, path: file.name });
      }
    }
    return into;
  } finally {
    readers -= 1;
    if (readers === 0) {
      found = null;
      listeners.forEach((listener) => listener());
    }
  }
}
