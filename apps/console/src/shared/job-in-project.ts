import { parentOf } from './file-browser/file-names.js';
import { pagePaths } from './paths.js';

/** A new job that works in a project, as the address of its form says it. */
export interface JobInProject {
  projectId: string;
  /** A folder of the project. */
  workDir: string;
  /** Entries of the project that the job is given. */
  inputs: readonly string[];
  isSealed: boolean;
}

/** The form of such a job. Not among `paths`, which the first page brings. */
export function jobInProjectPath({ projectId, workDir, inputs, isSealed }: JobInProject): string {
  const query = new URLSearchParams({ space: 'project', spaceId: projectId, workDir });
  inputs.forEach((input) => query.append('input', input));
  if (isSealed) {
    query.set('sealed', '1');
  }
  return `${pagePaths.newJob}?${query.toString()}`;
}

/** A sealed job on entries of a project that may only be viewed: computing where they are, in place of downloading them. */
export const computeHerePath = (projectId: string, inputs: readonly string[]): string =>
  jobInProjectPath({ projectId, workDir: parentOf(inputs[0] ?? ''), inputs, isSealed: true });

/** What an address says of such a job; null: it names no project. */
export function readJobInProject(query: URLSearchParams): JobInProject | null {
  const projectId = query.get('spaceId');
  return query.get('space') === 'project' && projectId
    ? {
        projectId,
        workDir: query.get('workDir') || '/',
        inputs: query.getAll('input'),
        isSealed: query.get('sealed') === '1',
      }
    : null;
}
