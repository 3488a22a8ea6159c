import { spawn } from 'node:child_process';
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, normalize, sep } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { RunRefusedError } from '../../../runs/run-refused-error.js';
import type { ProjectView } from '../recipes/confine-plan.js';

/** Every job gets these fresh, empty and its own. */
export const scratchDirs = ['/tmp', '/var/tmp', '/dev/shm', '/var/lock', '/run/lock'];

/** Where the host has its control groups. */
export const groupsDir = '/sys/fs/cgroup';

/** People's homes, the sockets of the host's services, and other jobs' names and use are hidden even when nobody asks for it. */
const alwaysHidden = ['/home', '/root', '/run', '/var/run', groupsDir];

/** The folders of one job after every check: all real paths, nothing that is to be hidden at or below a visible one. */
export interface JobFolders {
  visible: string[];
  /** What it sees of a project besides; null: nothing of any. */
  project: ProjectView | null;
  /** To be covered with something empty; none lies within another or within a scratch folder. */
  covers: string[];
  /** To be put in place after the covers, within which one may lie; none lies within another. */
  scratch: string[];
  workDir: string;
}

/** Whether a path is a folder itself or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : folder + sep);
}

/** @throws RunRefusedError */
export function checkForm(path: string): void {
  if (!isAbsolute(path) || path.includes('\0') || normalize(path) !== path || path.endsWith('/')) {
    throw new RunRefusedError('AGENT_FOLDER_REFUSED', `${path} is not a plain absolute path.`);
  }
}

function checkVisible(path: string): string {
  checkForm(path);
  const depth = path.split(sep).length - 1;
  if (depth < 2 || ['/proc', '/sys', '/dev'].some((system) => isWithin(path, system))) {
    throw new RunRefusedError('AGENT_FOLDER_REFUSED', `${path} is a folder of the system.`);
  }
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    throw new RunRefusedError(
      'AGENT_FOLDER_UNREACHABLE',
      `${path} cannot be reached on this host; mount the shared files there.`,
    );
  }
  if (!lstatSync(path).isDirectory()) {
    throw new RunRefusedError('AGENT_FOLDER_REFUSED', `${path} is a link or no folder.`);
  }
  if (real !== path) {
    throw new RunRefusedError(
      'AGENT_FOLDER_UNREACHABLE',
      `${path} leads to ${real} on this host; mount the shared files at their own place.`,
    );
  }
  return path;
}

/** Only an answer that it is not there counts: the agent may not be allowed to look into a home that its user may enter. */
function checkWorkDir(path: string): void {
  let isThere: boolean;
  try {
    isThere = statSync(path).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    isThere = code !== 'ENOENT' && code !== 'ENOTDIR';
  }
  if (!isThere) {
    throw new RunRefusedError('AGENT_WORK_DIR_MISSING', `${path} is not a folder.`);
  }
}

function realIfThere(path: string): string[] {
  checkForm(path);
  try {
    return [realpathSync(path)];
  } catch {
    return []; // Nothing there that could be seen.
  }
}

/** Those that lie in no other. */
export function outermost(folders: readonly string[]): string[] {
  const unique = [...new Set(folders)];
  return unique.filter(
    (folder) => !unique.some((other) => other !== folder && isWithin(folder, other)),
  );
}

const reachMs = 3_000;

const askForEach = 'for path; do test -e "$path"; done';

/**
 * Waits until a filesystem has answered for each path, in a process of its own: a call to a network filesystem whose server is
 * gone does not return, and would stop the agent. What the answers are is for `planFolders` to find out.
 * @param shellScript asks for each of its arguments
 * @throws RunRefusedError when there is no answer in time
 */
export function waitForFolders(
  paths: readonly string[],
  timeoutMs = reachMs,
  shellScript = askForEach,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = spawn('/bin/sh', ['-c', shellScript, 'probe', ...paths], { stdio: 'ignore' });
    const timer = setTimeout(() => {
      probe.kill('SIGKILL');
      const sentence = `${paths.join(', ')}: a filesystem does not answer.`;
      reject(new RunRefusedError('AGENT_FOLDER_UNREACHABLE', sentence));
    }, timeoutMs);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    probe.once('exit', done);
    probe.once('error', done);
    probe.unref();
  });
}

/** Whether a job may write at a path: in its folders, or where the innermost entry of the project allows it. */
function mayWriteAt(
  path: string,
  visible: readonly string[],
  project: ProjectView | null,
): boolean {
  const entry = project?.entries.findLast((one) => isWithin(path, join(project.root, one.path)));
  return entry?.isWritable ?? visible.some((folder) => isWithin(path, folder));
}

/** Decides what a job sees and what not; throws RunRefusedError when that cannot be had. */
export function planFolders(
  command: Pick<RunScript, 'visibleDirs' | 'hiddenDirs' | 'workDir'>,
  stateDir: string,
  project: ProjectView | null = null,
): JobFolders {
  const visible = [...new Set(command.visibleDirs.map(checkVisible))];
  const hidden = [...command.hiddenDirs, ...alwaysHidden, stateDir].flatMap(realIfThere);
  const entries = project?.entries.map(({ path }) => join(project.root, path)) ?? [];
  for (const shown of [...visible, ...entries]) {
    const exposed = hidden.find((path) => isWithin(path, shown));
    if (exposed !== undefined) {
      throw new RunRefusedError('AGENT_FOLDER_REFUSED', `${shown} would show ${exposed}.`);
    }
  }
  checkForm(command.workDir);
  if (!mayWriteAt(command.workDir, visible, project)) {
    throw new RunRefusedError(
      'AGENT_FOLDER_REFUSED',
      `${command.workDir} is outside the job's folders.`,
    );
  }
  checkWorkDir(command.workDir);
  const scratch = scratchDirs.filter((path) => existsSync(path) && realpathSync(path) === path);
  const covers = outermost(hidden).filter(
    (path) => !scratch.some((folder) => isWithin(path, folder)),
  );
  const { workDir } = command;
  return { visible, project, covers, scratch: outermost(scratch), workDir };
}
