import type { NodeKind } from '@clusterdesk/contracts';

/** What agents of each kind do by default; the host's own configuration takes precedence (design: Agent). */
const defaultOf: Record<NodeKind, string> = {
  desktop: 'metrics,sessions,applications',
  compute: 'metrics,jobs,applications',
};

/**
 * One line for a shell on the host. The token is passed as the first line of the script, not as an argument or in a URL: it is
 * hidden from other users of the host and from proxy logs. A host that is enrolled again keeps what it allows its agent.
 * @param origin as the host reaches the platform, without a slash at the end
 */
export function enrolmentCommand(of: { origin: string; token: string; kind: NodeKind }): string {
  const { origin, token, kind } = of;
  return (
    `{ echo "AGENT_TOKEN='${token}' AGENT_ALLOW_DEFAULT='${defaultOf[kind]}'"; ` +
    `curl -fsSL '${origin}/agent/install.sh'; } | sudo sh`
  );
}
