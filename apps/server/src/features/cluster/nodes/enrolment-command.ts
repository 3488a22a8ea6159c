import type { NodeKind } from '@clusterdesk/contracts';

/** What the agents of each kind do unless their host says otherwise; the host's word counts (design: Agent). */
const defaultOf: Record<NodeKind, string> = {
  desktop: 'metrics,sessions,applications',
  compute: 'metrics,jobs,applications',
};

/**
 * One line for a shell of the host. The token comes as the first line of the script, not as an argument or in an address: other
 * users of the host and the logs of proxies see it nowhere. A host that is enrolled again keeps what it allows its agent.
 * @param origin as the host reaches the platform, without a slash at the end
 */
export function enrolmentCommand(of: { origin: string; token: string; kind: NodeKind }): string {
  const { origin, token, kind } = of;
  return (
    `{ echo "AGENT_TOKEN='${token}' AGENT_ALLOW_DEFAULT='${defaultOf[kind]}'"; ` +
    `curl -fsSL '${origin}/agent/install.sh'; } | sudo sh`
  );
}
