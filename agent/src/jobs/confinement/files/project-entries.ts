import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { RunRefusedError } from '../../../runs/run-refused-error.js';
import type { ProjectView } from '../recipes/confine-plan.js';
import { checkForm, isWithin } from './folders.js';
import { isPlainName } from './files-roots.js';

type Entries = NonNullable<RunScript['projectEntries']>;

/** PATH_MAX of Linux, without the byte that ends it. */
const pathMaxBytes = 4_095;

/**
 * The root below which the project of these entries lies, as far as their paths tell. As with homes, the server is not asked.
 * @param entries one or more
 * @param roots absolute folders, as AGENT_PROJECTS_ROOT names them
 * @throws RunRefusedError: by the host's fault where they lie below no root, for no user chooses that; otherwise by the job's
 */
export function checkProjectEntries(entries: Entries, roots: readonly string[]): string {
  const paths = entries.map(({ path }) => path);
  for (const path of paths) {
    checkForm(path);
    if (Buffer.byteLength(path) > pathMaxBytes) {
      throw refused(path, 'is longer than a path may be.');
    }
  }
  const [first = ''] = paths;
  const root = roots.find((folder) => isWithin(first, folder));
  if (root === undefined) {
    throw new RunRefusedError(
      'AGENT_PROJECTS_UNCONFINED',
      `${JSON.stringify(first)} is not below ${roots.join(' or ')} (AGENT_PROJECTS_ROOT).`,
    );
  }
  const [name = ''] = first.slice(root.length + 1).split(sep);
  const project = join(root, name);
  for (const path of paths) {
    if (!isPlainName(name) || !isWithin(path, project)) {
      throw refused(path, 'does not lie in one project with the others.');
    }
  }
  if (new Set(paths).size < paths.length) {
    throw refused(first, 'or another entry is named twice.');
  }
  return root;
}

/**
 * What a job sees of its project. That everything is there is only found out for the sentence that says so: it may be gone a moment
 * later, and is opened without following a link when it is mounted.
 * @param root of `checkProjectEntries`, whose file system has answered
 * @throws RunRefusedError
 */
export async function findProject(entries: Entries, root: string): Promise<ProjectView> {
  if ((await realpath(root).catch(() => null)) !== root) {
    throw new RunRefusedError(
      'AGENT_FOLDER_UNREACHABLE',
      `${root} is not there on this host, or a link; mount the projects there, at their own place.`,
    );
  }
  for (const { path } of entries) {
    if (!(await isFileOrFolder(path))) {
      throw new RunRefusedError(
        'AGENT_PROJECT_ENTRY_MISSING',
        `${JSON.stringify(path)} is not there, or is a link or no file.`,
      );
    }
  }
  const sorted = entries.toSorted((one, other) => one.path.length - other.path.length);
  return {
    root,
    entries: sorted.map(({ path, isWritable }, index) => ({
      path: path.slice(root.length + 1),
      isWritable,
      isNested: sorted.slice(0, index).some((other) => isWithin(path, other.path)),
    })),
  };
}

async function isFileOrFolder(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    return (found.isFile() || found.isDirectory()) && (await realpath(path)) === path;
  } catch {
    return false;
  }
}

function refused(path: string, why: string): RunRefusedError {
  return new RunRefusedError('AGENT_FOLDER_REFUSED', `${JSON.stringify(path)} ${why}`);
}
