import type { JobDetail, JobFile } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { nameOf, parentOf } from '../../../shared/file-browser/file-names.js';
import { homePath } from '../../../shared/files/home-path.js';
import { paths } from '../../../shared/paths.js';

/** The page of a folder of the space in which a job works. */
export const placePath = ({ space, spaceId }: Pick<JobFile, 'space' | 'spaceId'>, dir: string) =>
  space === 'disk' ? paths.folder(dir) : paths.project(spaceId, dir);

/** Whether the viewer may enter the space of a job: their own disk, or a project that tells its name. */
export const isReached = ({ space, spaceName }: JobDetail, isOthers: boolean): boolean =>
  space === 'disk' ? !isOthers : spaceName !== '';

interface PlaceProps {
  job: JobDetail;
  /** Whether it may be another's, whose disk is not the viewer's. */
  isOthers: boolean;
}

/** Where a job works: a folder of the disk or of a project, as a link where the viewer may go there. */
export function JobPlace({ job, isOthers }: PlaceProps): ReactNode {
  const { space, spaceName, workDir } = job;
  const folder = space === 'disk' ? homePath(workDir) : workDir;
  const label = spaceName ? `${spaceName} · ${folder}` : folder;
  return isReached(job, isOthers) ? <Link to={placePath(job, workDir)}>{label}</Link> : label;
}

/** The file with a job's output, selected in its folder. */
export function LogFile({ job, isOthers }: PlaceProps): ReactNode {
  const { logPath } = job;
  if (logPath === null) {
    return null;
  }
  return isReached(job, isOthers) ? (
    <Link to={placePath(job, parentOf(logPath))} state={{ select: logPath }}>
      {nameOf(logPath)}
    </Link>
  ) : (
    nameOf(logPath)
  );
}
