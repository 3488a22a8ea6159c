import { archiveNames, archivePart } from '../archive/manifest.js';

/** Whether a name of a tar is one that an archive has: the manifest, a part, or a file below `files/` that leads nowhere else. */
export function isArchivePath(name: string): boolean {
  if (name === archiveNames.manifest || archivePart.shape.path.safeParse(name).success) {
    return true;
  }
  const [first, ...rest] = name.split('/');
  return (
    first === archiveNames.files &&
    rest.length > 0 &&
    rest.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'))
  );
}
