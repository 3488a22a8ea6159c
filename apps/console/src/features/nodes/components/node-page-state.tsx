import { DesktopOutlined } from '@ant-design/icons';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import styles from './nodes.module.css';

/** The list that a page about one node belongs to. */
interface OfKind {
  kind: { id: 'compute' | 'desktop'; paths: { list: string } };
}

export function NodePageHead({ kind }: OfKind): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <PageHeader>
      <BackLink to={kind.paths.list}>{t(`list_${kind.id}`)}</BackLink>
    </PageHeader>
  );
}

function NodeGone({ kind }: OfKind): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <EmptyState
      icon={<DesktopOutlined />}
      title={t('nodeGone')}
      hint={t('nodeGoneHint')}
      action={<LinkButton to={kind.paths.list}>{t('toList')}</LinkButton>}
    />
  );
}

/** In place of a node that the address does not name. */
export const NodeGonePage = ({ kind }: OfKind): ReactNode => (
  <>
    <NodePageHead kind={kind} />
    <div className={`card ${styles['gone']}`}>
      <NodeGone kind={kind} />
    </div>
  </>
);

type StateProps<Data> = Pick<ComponentProps<typeof PageState<Data>>, 'query' | 'children'>;

/** A page that changes one node: loading, failed, gone, or what changes it. */
export const NodeFormState = <Data,>({ kind, ...props }: StateProps<Data> & OfKind): ReactNode => (
  <PageState {...props} head={<NodePageHead kind={kind} />} gone={<NodeGone kind={kind} />} />
);
