import { randomBytes } from 'node:crypto';
import type { MetricReport, MetricReportReply } from '@clusterdesk/contracts';
import type { ConnectedAgent } from '../../../apps/server/src/features/cluster/agents/agent-events.js';
import { ReportIntake } from '../../../apps/server/src/features/cluster/monitoring/report-intake.service.js';
import type { TestServer } from '../server/test-server.js';

/** Compute nodes whose agents are connected, as far as handlers know: hundreds of them cost no sockets. */
export async function addConnectedNodes(
  server: TestServer,
  count: number,
): Promise<ConnectedAgent[]> {
  const rows = await server.query(
    `INSERT INTO node (kind, name, last_seen_at) SELECT 'compute', 'calc-' || number, now()
     FROM generate_series(1, $1::int) AS number RETURNING id, name`,
    [count],
  );
  return rows.map((row): ConnectedAgent => ({
    nodeId: String(row['id']),
    hostname: String(row['name']),
    nodeKind: 'compute',
    connectionId: '',
    sessionKey: randomBytes(32),
    isConnected: () => true,
    becomeCurrent: async () => undefined,
  }));
}

/** What an agent reports, past the gateway. Rejects when it is left unanswered. */
export const report = (
  server: TestServer,
  agent: ConnectedAgent,
  samples: MetricReport['samples'],
): Promise<MetricReportReply> =>
  server.get(ReportIntake).handlers['node.report-metrics'](agent, { samples });

/** A sample of this moment. */
export const sampleNow = (): MetricReport['samples'] => [{ time: Date.now(), cpu: 1, mem: 1 }];
