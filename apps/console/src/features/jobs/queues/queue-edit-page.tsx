import { BarsOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { useFormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { queueInfo } from '../api/job-queries.js';
import { useWatchQueues } from '../job-live.js';
import { QueueForm } from './queue-form.js';

/** Edits the queue of `?id=` (spec part 2 §2, /editQueue?id). */
export function QueueEditPage(): ReactNode {
  const { t } = useTranslation('queues');
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  useWatchQueues();
  const query = useFormSource(queueInfo(id));
  const head = (
    <PageHeader>
      <BackLink to={paths.queues}>{t('title')}</BackLink>
    </PageHeader>
  );
  return (
    <PageState
      query={query}
      head={head}
      gone={
        <EmptyState
          icon={<BarsOutlined />}
          title={t('gone')}
          hint={t('goneHint')}
          action={<LinkButton to={paths.queues}>{t('toList')}</LinkButton>}
        />
      }
    >
      {(source) => <QueueForm key={id} source={source} />}
    </PageState>
  );
}

/** Adds a queue (spec part 2 §2, /addQueue). */
export const NewQueuePage = (): ReactNode => <QueueForm source={null} />;
