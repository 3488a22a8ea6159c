import type { JobDetail } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { JobStatusTag } from '../components/job-status.js';
import styles from './chains.module.css';

/** The jobs after whose success a job starts, and what became of them. */
export const AfterJobs = ({ after }: Pick<JobDetail, 'after'>): ReactNode => (
  <ul className={styles['after']}>
    {after.map(({ jobId, scriptName, status }) => (
      <li key={jobId}>
        <Link to={paths.job(jobId)}>
          {scriptName} #{jobId}
        </Link>
        <JobStatusTag job={{ status, exitCode: null, isHeld: false }} />
      </li>
    ))}
  </ul>
);
