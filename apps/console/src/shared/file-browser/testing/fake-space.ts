import { fileKindOf } from '@clusterdesk/contracts';
import { isWithin, nameOf, parentOf, sortItems } from '../file-names.js';
import type { FileEntry, FileSpace } from '../file-space.js';

/** An entry of a space; a path with a slash at its end is a folder. */
export const entryAt = (path: string): FileEntry => {
  const directory = path.endsWith('/');
  const plain = directory ? path.slice(0, -1) : path;
  return {
    path: plain,
    localPath: nameOf(plain),
    directory,
    fileType: directory ? '' : plain.slice(plain.lastIndexOf('.') + 1),
    size: directory ? 0 : 1,
    createDate: '2026-11-21 00:00:00',
  };
};

/** A space in memory that is not a disk: a project's files, of which one is selected at a time and nothing has a way back. */
export class FakeSpace {
  /** What was asked of it, in order. */
  readonly calls: string[] = [];
  private readonly entries = new Map<string, FileEntry>();
  readonly space: FileSpace;

  constructor(paths: readonly string[], given: Partial<FileSpace> = {}) {
    paths.map(entryAt).forEach((entry) => this.entries.set(entry.path, entry));
    const asked = (call: string): void => void this.calls.push(call);
    this.space = {
      ref: { space: 'project', spaceId: 'p1' },
      rootLabel: () => 'Project one',
      areaLabel: () => 'Projects',
      select: 'one',
      list: (dir, { pageNum, size }) => {
        asked(`list ${dir}`);
        return Promise.resolve(this.inside(dir).slice(pageNum * size, (pageNum + 1) * size));
      },
      summary: (dir) => {
        const found = this.inside(dir);
        return Promise.resolve({
          total: found.length,
          folders: found.filter(({ directory }) => directory).length,
          hidden: 0,
        });
      },
      find: (dir, { key, kinds, changedFrom = 0 }) => {
        asked(`find ${key} in ${dir} of ${kinds.join('|')} from ${changedFrom}`);
        const items = [...this.entries.values()].filter(
          ({ path, localPath, directory }) =>
            isWithin(path, dir) &&
            localPath.includes(key) &&
            (kinds.length === 0 || kinds.includes(fileKindOf(localPath, directory))),
        );
        return Promise.resolve({ items, searchedFolders: 3, cutBy: 'time' });
      },
      checkName: (dir, name) =>
        Promise.resolve({
          sameName: this.inside(dir).some(({ localPath }) => localPath === name),
          newName: `${name} (1)`,
        }),
      changes: {
        mkdir: (path) => {
          asked(`mkdir ${path}`);
          this.entries.set(path, entryAt(`${path}/`));
          return Promise.resolve(path);
        },
        mkdirs: (paths) => Promise.resolve(asked(`mkdirs ${paths.join(' ')}`)),
        rename: (path, newPath) => {
          asked(`rename ${path} ${newPath}`);
          this.entries.delete(path);
          this.entries.set(newPath, entryAt(newPath));
          return Promise.resolve(newPath);
        },
        remove: (paths) => {
          asked(`remove ${paths.join(' ')}`);
          paths.forEach((path) => this.entries.delete(path));
          return Promise.resolve();
        },
        move: (paths, dir, operation) => {
          asked(`move ${paths.join(' ')} to ${dir} by ${operation}`);
          return Promise.resolve(
            paths.map((path) => ({ path, newPath: `${dir}/${nameOf(path)}` })),
          );
        },
        copy: () => Promise.reject(new Error('no copy was asked for')),
      },
      reads: {
        download: () => Promise.reject(new Error('no download was asked for')),
        preview: (path) => Promise.resolve(`token of ${path}`),
      },
      folderPath: (dir) => `/project?dir=${encodeURIComponent(dir)}`,
      searchPath: (dir, key) => `/project?dir=${encodeURIComponent(dir)}&key=${key}`,
      ...given,
    };
  }

  /** Another program changes an entry. */
  touch(path: string, createDate: string): void {
    const entry = this.entries.get(path);
    if (entry) {
      this.entries.set(path, { ...entry, createDate });
    }
  }

  private inside(dir: string): FileEntry[] {
    const found = [...this.entries.values()].filter(({ path }) => parentOf(path) === dir);
    return sortItems(found, 'name', false, 'en');
  }
}
