import type { ApplicationNode, ApplicationRunState, HostApplication } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type TagState } from '../../shared/ui/text/status-tag.js';
import { differsFromInstalled } from './application-words.js';
import styles from './applications.module.css';

const installTints: Record<HostApplication['installStatus'], TagState> = {
  0: 'quiet',
  1: 'ok',
  2: 'waiting',
};

/** Not installed, installed or in progress (spec part 2 §4), on how many nodes, and why not on all. */
export function InstallState({ application }: { application: HostApplication }): ReactNode {
  const { t } = useTranslation('applications');
  const { installStatus, message, nodes } = application;
  const tint: TagState | undefined = installTints[installStatus];
  return (
    <span className={styles['state']}>
      {/* A later server may know further states. */}
      {tint ? <StatusTag state={tint}>{t(`status_${installStatus}`)}</StatusTag> : '–'}
      <span className="soft small">
        {nodes.working > 0
          ? t('atWork', { count: nodes.working })
          : t('ofNodes', { installed: nodes.installed, count: nodes.online })}
      </span>
      {message && (
        <span className={`small ${styles['message']}`} title={message}>
          {message}
        </span>
      )}
    </span>
  );
}

const runTints: Record<ApplicationRunState, TagState> = {
  none: 'quiet',
  waiting: 'waiting',
  asked: 'waiting',
  running: 'running',
  succeeded: 'ok',
  failed: 'bad',
};

/** How the last script on a node went, why it waits or failed, and where the host is not as the platform left it. */
export function RunState({ node }: { node: ApplicationNode }): ReactNode {
  const { t } = useTranslation('applications');
  const { state, message, exitCode, mayStillRun, isOnHost } = node;
  return (
    <span className={styles['state']}>
      <StatusTag state={runTints[state]}>{t(`state_${state}`)}</StatusTag>
      {state === 'failed' && exitCode !== null && (
        <span className="soft small">{t('exitCode', { code: exitCode })}</span>
      )}
      {message && <span className={`small ${styles['reason']}`}>{message}</span>}
      {differsFromInstalled(node) && !isAtWork(node) && (
        <span className="soft small">{t(isOnHost ? 'onHost' : 'goneFromHost')}</span>
      )}
      {mayStillRun && <span className={`small ${styles['reason']}`}>{t('mayStillRun')}</span>}
    </span>
  );
}

/** Whether a script waits or runs on the node. */
export const isAtWork = ({ state }: Pick<ApplicationNode, 'state'>): boolean =>
  state === 'waiting' || state === 'asked' || state === 'running';
