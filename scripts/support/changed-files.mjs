import { spawnSync } from 'node:child_process';
import { root } from './workspace.mjs';

/**
 * Files that differ from where this branch left `base` (default: main), new ones included, deleted ones not; relative to
 * the root.
 * @param {string} [base]
 * @returns {string[]}
 */
export function listChangedFiles(base) {
  const from =
    base ??
    ['main', 'origin/main', 'HEAD'].find((name) => git('rev-parse', '-q', '--verify', name));
  const [fork] = git('merge-base', from, 'HEAD') ?? [];
  if (!fork) {
    throw new Error(`There is no commit ${from} that this branch comes from.`);
  }
  const changed = git('diff', '--name-only', '--diff-filter=d', fork) ?? [];
  const added = git('ls-files', '--others', '--exclude-standard') ?? [];
  return [...new Set([...changed, ...added])].sort();
}

/** The lines that git answers with; null when it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout.split('\n').filter(Boolean) : null;
}
