import type { Enrolment, NodeAgent } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { PageHeading } from '../../../shared/ui/layout/page-heading.js';
import { EnrolmentPanel } from './enrolment-panel.js';
import styles from './nodes.module.css';

interface CreatedNodeProps {
  name: string;
  enrolment: Enrolment;
  /** Undefined until it is read. */
  agent: NodeAgent | undefined;
  list: { path: string; label: string };
  /** What else to do next. */
  children?: ReactNode;
}

/** After a node was added: what to do on its host, and word of its agent's arrival. */
export function CreatedNode({
  name,
  enrolment,
  agent,
  list,
  children,
}: CreatedNodeProps): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <>
      <PageHeader>
        <BackLink to={list.path}>{list.label}</BackLink>
      </PageHeader>
      <div className={`card ${styles['made']}`}>
        <PageHeading>{t('made', { name })}</PageHeading>
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
