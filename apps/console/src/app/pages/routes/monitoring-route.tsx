import type { ReactNode } from 'react';
import { jobs } from '../../../features/jobs/feature.js';
import { MonitoringPage } from '../../../features/monitoring/pages/monitoring-page.js';
import { nodes } from '../../../features/nodes/feature.js';
import { addWords } from '../../../shared/i18n/i18n.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';

// Their words not by `withWords`, which knows all pages: this is one of them.
const HostJobs = lazyComponent(async () => {
  const [code] = await Promise.all([
    import('../../../features/jobs/list/host-jobs.js'),
    addWords('jobs', jobs.words.jobs),
  ]);
  return code.HostJobs;
});

const HostSessions = lazyComponent(async () => {
  const [code] = await Promise.all([
    import('../../../features/nodes/sessions/host-sessions.js'),
    addWords('nodes', nodes.words.nodes),
  ]);
  return code.HostSessions;
});

/** Joins hosts with what runs on them. */
export function MonitoringRoute(): ReactNode {
  return <MonitoringPage HostJobs={HostJobs} HostSessions={HostSessions} />;
}
