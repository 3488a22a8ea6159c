import { CloseOutlined, FolderOpenOutlined, RedoOutlined } from '@ant-design/icons';
import type { UploadProgress } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../../shared/files/file-name.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { formatSize, formatSpeed, percentOf } from '../../../../shared/lib/format/format.js';
import { CopyButton } from '../../../../shared/ui/action/copy-button.js';
import { formatDuration } from '../../../../shared/lib/time/format-time.js';
import type { CopyView } from '../../copy/copy-queue.js';
import type { PackingView } from '../../download/download-queue.js';
import { ProgressRow } from './progress-row.js';

interface ActionProps {
  label: string;
  icon: ReactNode;
  act: () => void;
}

/** A small button of a row. */
export const RowAction = ({ label, icon, act }: ActionProps): ReactNode => (
  <Button type="text" size="small" icon={icon} onClick={act}>
    {label}
  </Button>
);

interface PackingRowProps {
  item: PackingView;
  onCancel: () => void;
  onRetry: () => void;
  onDismiss: () => void;
}

/** A download that is being packed. */
export function PackingRow({ item, onCancel, onRetry, onDismiss }: PackingRowProps): ReactNode {
  const { t } = useTranslation('transfer');
  const labels: Record<PackingView['state'], string> = {
    queued: t('queued'),
    waiting: t('packingWaiting'),
    packing: t('packing'),
    ready: t('packed'),
    failed: t('packFailed'),
    cancelled: t('cancelled'),
  };
  const { doneBytes, totalBytes, doneFiles, totalFiles, state } = item;
  return (
    <ProgressRow
      label={item.name}
      name={<FileName name={item.name} title={null} />}
      aside={labels[state]}
      part={state === 'ready' ? 1 : doneBytes}
      whole={state === 'ready' ? 1 : totalBytes || 1}
      {...(state === 'failed' ? { tone: 'bad' as const } : {})}
      note={
        item.problem ??
        (totalFiles > 0 &&
          `${t('packingFiles', { done: doneFiles, total: totalFiles })} · ${formatSize(doneBytes)} / ${formatSize(totalBytes)}`)
      }
      actions={
        state === 'failed' ? (
          <>
            <RowAction label={t('retry')} icon={<RedoOutlined />} act={onRetry} />
            <RowAction label={t('dismiss')} icon={<CloseOutlined />} act={onDismiss} />
          </>
        ) : (
          state !== 'ready' && (
            <RowAction label={t('cancel')} icon={<CloseOutlined />} act={onCancel} />
          )
        )
      }
    />
  );
}

interface CopyRowProps {
  item: CopyView;
  onCancel: () => void;
  onRetry: () => void;
  onDismiss: () => void;
  /** Leads to where it was placed. */
  onShow: () => void;
}

/** What a task is about: its first entry and how many more, or what of a trash, whose ids are no names. */
function nameOf({ kind, name, entries, totalFiles }: CopyView, t: TFunction<'transfer'>): string {
  if (kind === 'restore' || kind === 'purge') {
    return t('trashed', { count: totalFiles });
  }
  return entries > 1 ? t('downloadName', { name: nameInSentence(name), count: entries - 1 }) : name;
}

/** A long act on entries that the worker carries out: a copy, an unpacking, a move, a deletion, a restore, a checksum. */
export function CopyRow({ item, onCancel, onRetry, onDismiss, onShow }: CopyRowProps): ReactNode {
  const { t } = useTranslation('transfer');
  const { kind, state, doneBytes, totalBytes, doneFiles, totalFiles } = item;
  const labels: Record<CopyView['state'], string> = {
    waiting: t('waiting'),
    copying: t(kind),
    done: t(`${kind}Done`),
    failed: t('failed'),
    cancelled: t('cancelled'),
  };
  const label = nameOf(item, t);
  /** Each entry is done as a whole, whatever it holds. */
  const isByEntries = !['copy', 'unzip', 'checksum'].includes(kind);
  const [part, whole] = isByEntries ? [doneFiles, totalFiles] : [doneBytes, totalBytes];
  const isOver = state === 'done' || state === 'failed';
  const tone = state === 'failed' ? ('bad' as const) : state === 'done' ? ('ok' as const) : null;
  const pace = [
    item.bytesPerSecond > 0 && formatSpeed(item.bytesPerSecond),
    item.secondsLeft !== null && t('left', { time: formatDuration(item.secondsLeft * 1_000) }),
  ];
  const counts = isByEntries
    ? [t('taskEntries', { done: doneFiles, total: totalFiles })]
    : [
        kind !== 'checksum' && t('packingFiles', { done: doneFiles, total: totalFiles }),
        state === 'done'
          ? formatSize(doneBytes)
          : `${formatSize(doneBytes)} / ${formatSize(totalBytes)}`,
      ];
  return (
    <ProgressRow
      label={label}
      name={<FileName name={label} title={null} />}
      aside={labels[state]}
      part={state === 'done' ? 1 : part}
      whole={state === 'done' ? 1 : whole || 1}
      {...(tone ? { tone } : {})}
      note={item.message || (item.sha256 ?? [...counts, ...pace].filter(Boolean).join(' · '))}
      actions={
        <>
          {state === 'failed' && (
            <RowAction label={t('retry')} icon={<RedoOutlined />} act={onRetry} />
          )}
          {item.sha256 !== null && <CopyButton text={item.sha256} label={t('copyChecksum')} />}
          {state === 'done' && item.placedPath !== null && (
            <RowAction label={t('showInFolder')} icon={<FolderOpenOutlined />} act={onShow} />
          )}
          <RowAction
            label={isOver ? t('dismiss') : t('cancel')}
            icon={<CloseOutlined />}
            act={isOver ? onDismiss : onCancel}
          />
        </>
      }
    />
  );
}

/** An upload that another window of the same user has under way. */
export function OtherWindowRow({ upload }: { upload: UploadProgress }): ReactNode {
  const { t } = useTranslation('transfer');
  const tones = { uploading: undefined, complete: 'ok', failed: 'bad' } as const;
  const tone = tones[upload.state];
  return (
    <ProgressRow
      label={upload.fileName}
      name={
        <>
          <FileName name={upload.fileName} title={null} /> <small>({t('otherWindow')})</small>
        </>
      }
      aside={
        upload.state === 'uploading'
          ? `${percentOf(upload.loadedBytes, upload.totalBytes)}%`
          : t(upload.state)
      }
      part={upload.loadedBytes}
      whole={upload.totalBytes}
      {...(tone ? { tone } : {})}
      note={`${formatSize(upload.loadedBytes)} / ${formatSize(upload.totalBytes)}`}
    />
  );
}
