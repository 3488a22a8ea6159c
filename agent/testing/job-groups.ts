import { existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { findHierarchies } from '../src/jobs/cgroups/hierarchies.js';
import { nameOfAllJobs } from '../src/jobs/cgroups/job-groups.js';

/** The groups of all jobs of an agent with this state folder, as folders: one in each hierarchy. */
export function foldersOf(stateDir: string): string[] {
  const places = new Set(findHierarchies()?.places.values());
  return [...places].map((place) => join(place, nameOfAllJobs(stateDir))).filter(existsSync);
}

/** The groups that jobs of an agent with this state folder have now. */
export function groupsBelow(stateDir: string): string[] {
  const names = foldersOf(stateDir).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
  );
  return [...new Set(names.map(({ name }) => name))];
}

/** The processes that every hierarchy has in the group of this name. */
export function pidsIn(stateDir: string, name: string): number[] {
  const [first = [], ...others] = foldersOf(stateDir).map((folder) =>
    readFileSync(join(folder, name, 'cgroup.procs'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(Number),
  );
  return first.filter((pid) => others.every((pids) => pids.includes(pid)));
}

/** Removes the groups of an agent that runs no more; false while a process is left in one. */
export function removeGroups(stateDir: string): boolean {
  try {
    for (const folder of foldersOf(stateDir)) {
      for (const name of groupsBelow(stateDir).filter((name) => existsSync(join(folder, name)))) {
        rmdirSync(join(folder, name));
      }
      rmdirSync(folder);
    }
    return true;
  } catch {
    return false;
  }
}
