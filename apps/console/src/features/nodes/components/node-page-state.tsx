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
interface OfList {
  list: { path: string; label: string };
}

const Head = ({ list }: OfList): ReactNode => (
  <PageHeader>
    <BackLink to={list.path}>{list.label}</BackLink>
  </PageHeader>
);

function NodeGone({ list }: OfList): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <EmptyState
      icon={<DesktopOutlined />}
      title={t('nodeGone')}
      hint={t('nodeGoneHint')}
      action={<LinkButton to={list.path}>{t('toList')}</LinkButton>}
    />
  );
}

/** In place of a node that the address does not name. */
export const NodeGonePage = ({ list }: OfList): ReactNode => (
  <>
    <Head list={list} />
    <div className={`card ${styles['gone']}`}>
      <NodeGone list={list} />
    </div>
  </>
);

type StateProps<Data> = Pick<ComponentProps<typeof PageState<Data>>, 'query' | 'children'>;

/** A page that changes one node: loading, failed, gone, or what changes it. */
export const NodeFormState = <Data,>({ list, ...props }: StateProps<Data> & OfList): ReactNode => (
  <PageState {...props} head={<Head list={list} />} gone={<NodeGone list={list} />} />
);
