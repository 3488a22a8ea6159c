import type { Endpoint, Enrolment } from '@clusterdesk/contracts';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { formatSize } from '../../../shared/lib/format/format.js';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { EnrolmentPanel } from './enrolment-panel.js';
import type { AnyNode, NodeCalls } from '../node-kind.js';
import { NodeState } from './node-state.js';
import styles from './nodes.module.css';

/** A node, and the calls about the agent of its kind. */
interface AgentDialogProps extends Pick<NodeCalls, 'enrol' | 'revoke'> {
  node: AnyNode;
  name: string;
  /** The endpoints that show nodes of the kind. */
  invalidates: readonly Endpoint[];
  onClose: () => void;
}

/** The facts that an agent told of its host; what it did not tell is left out. */
function useAgentFacts({ node }: AgentDialogProps) {
  const { t } = useTranslation('nodes');
  const { agent } = node;
  const facts = [
    ['hostname', agent.hostname],
    ['platform', agent.platform],
    ['version', agent.version],
    ['cores', agent.cpuCount === null ? null : String(agent.cpuCount)],
    ['memory', agent.memoryBytes === null ? null : formatSize(agent.memoryBytes)],
    ['invitedUntil', agent.invitedUntil],
  ] as const;
  return facts.flatMap(([key, value]) =>
    value === null ? [] : [{ key, label: t(`fact_${key}`), value }],
  );
}

/** The agent of a node: how it is doing, a new enrolment command, and shutting it out. */
export function AgentDialog(props: AgentDialogProps): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const { node, name, invalidates } = props;
  const confirm = useConfirm();
  const facts = useAgentFacts(props);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  // A command that was just made counts as used when no invitation is left.
  const isConnected = node.agent.state === 'connected' && node.agent.invitedUntil === null;
  const enrol = useAction(props.enrol, { invalidates, isFreshAtEnd: true });
  const revoke = useAction(props.revoke, { invalidates, done: t('revoked', { name }) });
  const invite = async (): Promise<void> => {
    setEnrolment(await enrol.submit({ id: node.id }));
  };
  const shutOut = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('revokeTitle', { name }),
      hint: t('revokeHint'),
      okText: t('revoke'),
      isDangerous: true,
    });
    if (isSure && (await revoke.act({ id: node.id }))) {
      setEnrolment(null);
    }
  };
  const isRevoked = node.agent.state === 'revoked';
  const canRevoke = node.agent.state !== 'none' && !isRevoked;
  return (
    <Dialog
      open
      width={640}
      title={t('agentOf', { name })}
      footer={<Button onClick={props.onClose}>{t('common:close')}</Button>}
      onCancel={props.onClose}
    >
      <DetailList details={[{ label: t('state'), value: <NodeState node={node} /> }, ...facts]} />
      {node.agent.clonedHosts.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('clonedHosts', { hosts: formatList(node.agent.clonedHosts) })}
        />
      )}
      {enrolment ? (
        <EnrolmentPanel
          key={enrolment.command}
          enrolment={enrolment}
          isConnected={isConnected}
          hostname={node.agent.hostname}
        />
      ) : (
        <p className="soft small">{t(isRevoked ? 'revokedNext' : 'newCommandHint')}</p>
      )}
      <div className={styles['bar']}>
        <Button
          type={canRevoke || enrolment ? 'default' : 'primary'}
          loading={enrol.isBusy}
          onClick={() => void invite().catch(() => undefined)}
        >
          {t('newCommand')}
        </Button>
        {canRevoke && (
          <Button danger loading={revoke.isBusy} onClick={() => void shutOut()}>
            {t('revoke')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
