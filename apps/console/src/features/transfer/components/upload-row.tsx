import { CaretRightOutlined, CloseOutlined, PauseOutlined, RedoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, percentOf } from '../../../shared/ui/format.js';
import type { GroupView } from '../upload/upload-group.js';
import type { UploadQueue } from '../upload/upload-queue.js';
import { ProgressRow } from './progress-row.js';

interface UploadRowProps {
  group: GroupView;
  uploads: UploadQueue;
  onRetry: (groupId: string) => void;
}

const tones = { complete: 'ok', failed: 'bad', paused: 'quiet' } as const;

/** A file or folder on its way, with pause, resume, retry and cancel. */
export function UploadRow({ group, uploads, onRetry }: UploadRowProps): ReactNode {
  const { t } = useTranslation('transfer');
  const { id, state } = group;
  const tone = state in tones ? tones[state as keyof typeof tones] : undefined;
  const button = (label: string, icon: ReactNode, act: () => void): ReactNode => (
    <Button type="text" size="small" icon={icon} onClick={act}>
      {label}
    </Button>
  );
  return (
    <ProgressRow
      label={group.name}
      name={
        <>
          {group.name}
          {group.isFolder && '/'}
          {group.isFolder && <small> ({t('files', { count: group.fileCount })})</small>}
        </>
      }
      aside={
        state === 'uploading' ? `${percentOf(group.loadedBytes, group.totalBytes)} %` : t(state)
      }
      part={group.loadedBytes}
      whole={state === 'complete' || group.totalBytes > 0 ? group.totalBytes : 1}
      {...(tone ? { tone } : {})}
      note={
        group.problem ??
        (group.isFolder
          ? `${group.completeCount} / ${group.fileCount} · ${formatSize(group.totalBytes)}`
          : `${formatSize(group.loadedBytes)} / ${formatSize(group.totalBytes)}`)
      }
      actions={
        <>
          {(state === 'uploading' || state === 'waiting') &&
            button(t('pause'), <PauseOutlined />, () => uploads.pause(id))}
          {state === 'paused' &&
            button(t('resume'), <CaretRightOutlined />, () => uploads.resume(id))}
          {state === 'failed' && button(t('retry'), <RedoOutlined />, () => onRetry(id))}
          {state !== 'complete' && button(t('cancel'), <CloseOutlined />, () => uploads.cancel(id))}
        </>
      }
    />
  );
}
