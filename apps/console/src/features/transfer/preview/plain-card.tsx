import { FileOutlined } from '@ant-design/icons';
import type { DiskItem } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../shared/api/api-error.js';
import { seenName } from '@clusterdesk/contracts/name-parts';
import { formatSize } from '../../../shared/lib/format/format.js';
import { bytesProblem } from './fetch-bytes.js';
import styles from './preview.module.css';

interface PlainCardProps {
  item: DiskItem;
  note: string;
  /** Absent where trying again would not help. */
  onRetry?: (() => void) | undefined;
}

/** A file that is not shown: what it is called, and why. */
export function PlainCard({ item, note, onRetry }: PlainCardProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <div className={styles['card']}>
      <FileOutlined className={styles['cardIcon'] ?? ''} />
      <b dir="auto">{seenName(item.localPath)}</b>
      <span>{formatSize(item.size)}</span>
      <p role="status">{note}</p>
      {onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  );
}

/** Whether another try may go better: nobody answered, or the server failed; a refusal stays one. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 0 || error.code >= 500;

/** A file that cannot be shown for the reason that a call gave. */
export const RefusedCard = ({
  item,
  error,
  onRetry,
}: Omit<PlainCardProps, 'note'> & { error: unknown }): ReactNode => (
  <PlainCard item={item} note={messageOf(error)} onRetry={mayPass(error) ? onRetry : undefined} />
);

/**
 * A file whose view broke. The view knows no more than that: the file may be gone by now, the right to it may have ended, the
 * network may be away, or its bytes are not what its name says. The server is asked which of these it is.
 */
export function BrokenCard({
  item,
  url,
  onRetry,
}: Omit<PlainCardProps, 'note'> & { url: string }): ReactNode {
  const { t } = useTranslation('transfer');
  const { data, error, isPending } = useQuery({
    queryKey: ['preview-problem', url],
    queryFn: ({ signal }) => bytesProblem(url, signal),
    retry: false,
    gcTime: 0,
    staleTime: 'static',
  });
  if (isPending) {
    return <Skeleton active className={styles['waiting'] ?? ''} />;
  }
  const problem = data ?? error;
  return problem ? (
    <RefusedCard item={item} error={problem} onRetry={onRetry} />
  ) : (
    <PlainCard item={item} note={t('previewDamaged')} />
  );
}
