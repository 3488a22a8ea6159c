import type { JobGraphRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { JobStatusTag } from '../components/job-status.js';

/** How far a graph is, as a job says it. */
export const GraphStatus = ({ graph }: { graph: Pick<JobGraphRow, 'status'> }): ReactNode => (
  <JobStatusTag job={{ status: graph.status, exitCode: null, isHeld: false }} />
);
