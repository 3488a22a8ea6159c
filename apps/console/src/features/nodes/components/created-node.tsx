import type { Enrolment, NodeAgent } from '@clusterdesk/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { PageHeading } from '../../../shared/ui/layout/page-heading.js';
import { EnrolmentPanel } from './enrolment-panel.js';
import styles from './nodes.module.css';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

interface CreatedNodeProps {
  name: string;
  enrolment: Enrolment;
  /** The node with its agent, as it stands now. */
  query: UseQueryResult<{ agent: NodeAgent }>;
  list: { path: string; label: string };
  /** What else to do next. */
  children?: ReactNode;
}

/** After a node was added: what to do on its host, and word of its agent's arrival. */
export function CreatedNode({
  name,
  enrolment,
  query,
  list,
  children,
}: CreatedNodeProps): ReactNode {
  const { t } = useTranslation('nodes');
  const agent = query.data?.agent;
  return (
    <>
      <PageHeader>
        <BackLink to={list.path}>{list.label}</BackLink>
      </PageHeader>
      <div className={`card ${styles['made']}`}>
        <PageHeading>{t('made', { name })}</PageHeading>
        <FailureNote query={query} />
        <EnrolmentPanel
          enrolment={enrolment}
          isConnected={agent?.state === 'connected'}
          hostname={agent?.hostname ?? null}
        />
        <div className={styles['buttons']}>
          <LinkButton type="primary" to={list.path}>
            {t('toList')}
          </LinkButton>
          {children}
        </div>
      </div>
    </>
  );
}
