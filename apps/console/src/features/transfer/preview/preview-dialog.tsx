import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  spaceKeyOf,
  type FileSpace,
  type ShownFile,
} from '../../../shared/file-browser/file-space.js';
import { versionsOf } from '../../../shared/file-browser/versions/versions-of.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { messageOf } from '../../../shared/api/api-error.js';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { FileName } from '../../../shared/files/file-name.js';
import { seenName } from '@clusterdesk/contracts/name-parts';
import { formatSize } from '../../../shared/lib/format/format.js';
import { downloadUrl } from '../../../shared/files/fetch-by-browser.js';
import { MediaView } from './media-view.js';
import { BrokenCard, PlainCard, RefusedCard } from './plain-card.js';
import { isTooLarge, kindOf } from './preview-kind.js';
import styles from './preview.module.css';
import type { ViewProps } from './view-props.js';

const ImageView = lazyComponent(async () => (await import('./image-view.js')).ImageView);
const PdfView = lazyComponent(async () => (await import('./pdf-view.js')).PdfView);
const TextView = lazyComponent(async () => (await import('./text/text-view.js')).TextView);

interface ShownProps {
  space: FileSpace;
  item: ShownFile;
  /** Counts the tries: each has a ticket of its own. */
  attempt: number;
  onRetry: () => void;
}

const versionIn = (space: FileSpace, { versionId }: ShownFile) =>
  space.versions && versionId !== undefined
    ? { versions: versionsOf(space.versions), versionId }
    : null;

function ticketOf(space: FileSpace, item: ShownFile, signal: AbortSignal): Promise<string> {
  const earlier = versionIn(space, item);
  return earlier
    ? earlier.versions.preview(item.path, earlier.versionId)
    : space.reads.preview(item.path, signal);
}

function Shown({ space, item, attempt, onRetry }: ShownProps): ReactNode {
  const { t } = useTranslation(['transfer', 'common']);
  const kind = kindOf(item.localPath, item.size);
  const ticket = useQuery({
    queryKey: ['preview', spaceKeyOf(space.ref), item.path, item.versionId ?? null, attempt],
    queryFn: ({ signal }) => ticketOf(space, item, signal).then(downloadUrl),
    enabled: kind !== 'none',
    // A refusal is a refusal; asking again would only write it into the log again.
    retry: false,
    gcTime: 0,
    // One ticket for as long as the preview is open: a fresh one would begin a running video anew.
    staleTime: 'static',
  });
  if (kind === 'none') {
    const isLarge = isTooLarge(item.localPath, item.size);
    return (
      <PlainCard
        item={item}
        note={t(isLarge ? 'transfer:previewTooLarge' : 'transfer:noPreview')}
      />
    );
  }
  const pending = <Skeleton active className={styles['waiting'] ?? ''} />;
  if (!ticket.data) {
    return ticket.error ? (
      <RefusedCard item={item} error={ticket.error} onRetry={onRetry} />
    ) : (
      pending
    );
  }
  const url = ticket.data;
  const view: ViewProps = {
    item,
    url,
    onRetry,
    fallback: <BrokenCard item={item} url={url} onRetry={onRetry} />,
  };
  const late = {
    ...view,
    pending,
    missing: () => <PlainCard item={item} note={t('common:codeUnavailable')} onRetry={onRetry} />,
  };
  return (
    <>
      {kind === 'image' && <ImageView {...late} />}
      {kind === 'pdf' && <PdfView {...late} />}
      {kind === 'text' && <TextView {...late} />}
      {(kind === 'audio' || kind === 'video') && <MediaView {...view} isVideo={kind === 'video'} />}
    </>
  );
}

interface PreviewDialogProps {
  space: FileSpace;
  items: readonly ShownFile[];
  startIndex: number;
  onDownload: (item: ShownFile) => void;
  onClose: () => void;
}

/** Elements whose arrow keys are their own: players, fields, and what scrolls. */
const usesArrows = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('audio, video, input, [data-own-arrows]') !== null;

/**
 * Shows files one after another. Their content never becomes part of the page: images and media go to their own elements,
 * PDF to a canvas, everything else is text.
 */
export function PreviewDialog(props: PreviewDialogProps): ReactNode {
  const { space, items, startIndex, onDownload, onClose } = props;
  const { t } = useTranslation('transfer');
  const [index, setIndex] = useState(startIndex);
  const { message } = useMessages();
  const [tries, setTries] = useState(0);
  const item = items[index];
  const move = (step: number): void =>
    setIndex((current) => Math.min(items.length - 1, Math.max(0, current + step)));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step && event.target && !usesArrows(event.target)) {
        event.preventDefault();
        setIndex((current) => Math.min(items.length - 1, Math.max(0, current + step)));
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [items.length]);
  if (!item) {
    return null;
  }
  const earlier = versionIn(space, item);
  const take = async (): Promise<void> => {
    try {
      await earlier?.versions.download(item.path, earlier.versionId);
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
  const download = (
    <Button
      type="primary"
      icon={<DownloadOutlined />}
      onClick={() => (earlier ? void take() : onDownload(item))}
    >
      {t('downloadFile')}
    </Button>
  );
  return (
    <Dialog
      open
      width="min(1200px, calc(100vw - 24px))"
      title={
        <div className={styles['title']}>
          <span title={seenName(item.path)}>
            <FileName name={item.localPath} title={null} />
          </span>
          <small>
            {formatSize(item.size)}
            {item.versionId !== undefined && ` · ${t('earlierVersion')}`}
            {items.length > 1 && ` · ${index + 1} / ${items.length}`}
          </small>
        </div>
      }
      onCancel={onClose}
      footer={
        <div className={styles['foot']}>
          {items.length > 1 && (
            <>
              <Button
                icon={<LeftOutlined />}
                disabled={index === 0}
                aria-label={t('previous')}
                onClick={() => move(-1)}
              />
              <Button
                icon={<RightOutlined />}
                disabled={index === items.length - 1}
                aria-label={t('next')}
                onClick={() => move(1)}
              />
            </>
          )}
          <span className={styles['gap']} />
          <Button onClick={onClose}>{t('close')}</Button>
          {download}
        </div>
      }
    >
      <div className={styles['stage']} data-testid="preview">
        <Shown
          key={`${item.path} ${tries}`}
          space={space}
          item={item}
          attempt={tries}
          onRetry={() => setTries((count) => count + 1)}
        />
      </div>
    </Dialog>
  );
}
