/** A file somebody chose, with its path below the chosen place: `name`, or `folder/sub/name` for a folder. */
export interface PickedFile {
  file: File;
  path: string;
}

/** What an `<input type=file>` holds; a folder input gives paths. */
export const pickedFromInput = (files: Iterable<File>): PickedFile[] =>
  [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

const readBatch = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    return [
      { file: await fileOf(entry as FileSystemFileEntry), path: entry.fullPath.replace(/^\//, '') },
    ];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PickedFile[] = [];
  // A reader gives at most 100 entries at a time and an empty list at the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    for (const child of batch) {
      found.push(...(await walk(child)));
    }
  }
  return found;
}

/** What was dropped, folders with all that is in them. Call it inside the drop event: the browser empties the list afterwards. */
export async function pickedFromDrop(items: DataTransferItemList): Promise<PickedFile[]> {
  const found = [...items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const picked = found.map(({ entry, file }) => {
    if (entry) {
      return walk(entry);
    }
    return file ? [{ file, path: file.name }] : [];
  });
  return (await Promise.all(picked)).flat();
}
