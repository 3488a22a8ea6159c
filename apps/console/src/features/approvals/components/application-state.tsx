import type { ApplicationRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { stateLooks, stateOf } from '../application-facts.js';
import styles from './approvals.module.css';

/** What an application is now, in a word; what that means on hover. */
export function ApplicationStateTag({ application }: { application: ApplicationRow }): ReactNode {
  const { t } = useTranslation('approvals');
  const state = stateOf(application);
  return (
    <span title={t(`stateHint_${state}`)}>
      <StatusTag state={stateLooks[state]}>{t(`state_${state}`)}</StatusTag>
    </span>
  );
}

/** The same with its meaning beside it, for who can point at nothing. */
export function ApplicationStateLine({ application }: { application: ApplicationRow }): ReactNode {
  const { t } = useTranslation('approvals');
  return (
    <span className={styles['state']}>
      <ApplicationStateTag application={application} />
      <VotesSoFar application={application} />
      <span className="soft small">{t(`stateHint_${stateOf(application)}`)}</span>
    </span>
  );
}

/** Of two yeses that are asked for, that the first is there. */
export function VotesSoFar({ application }: { application: ApplicationRow }): ReactNode {
  const { t } = useTranslation('approvals');
  const { status, approversSoFar: count, approversNeeded: needed } = application;
  return status === 0 && needed > 1 ? (
    <span className="soft small">{t('votesSoFar', { count, needed })}</span>
  ) : null;
}
