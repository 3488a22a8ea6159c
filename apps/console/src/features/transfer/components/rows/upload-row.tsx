import {
  CaretRightOutlined,
  CloseOutlined,
  DownOutlined,
  FileAddOutlined,
  FolderOpenOutlined,
  PauseOutlined,
  RedoOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../../shared/files/file-name.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useFileInput } from '../../../../shared/files/use-file-input.js';
import { formatSize } from '../../../../shared/lib/format/format.js';
import {
  arrivedPercent,
  type GroupView,
  type UploadItem,
  type UploadState,
} from '../../upload/queue/upload-group.js';
import type { Uploads } from '../../upload/uploads.js';
import { ProgressRow } from './progress-row.js';
import styles from '../transfer-panel.module.css';
import { RowAction } from './transfer-rows.js';
import { useMessages } from '../../../../shared/ui/messages/messages.js';

/** More reasons than these are for the opened list. */
const maxReasons = 3;

const tones: Partial<Record<UploadState, 'ok' | 'bad' | 'quiet'>> = {
  complete: 'ok',
  failed: 'bad',
  paused: 'quiet',
  offline: 'quiet',
};

interface ActionsProps {
  id: string;
  state: UploadState;
  /** The file itself changed and can only be chosen again. */
  lost: UploadItem | null;
  uploads: Uploads;
}

/** Pause, resume, retry or choose again, and cancel, of a group or of one file of it. */
function UploadActions({ id, state, lost, uploads }: ActionsProps): ReactNode {
  const { t } = useTranslation('transfer');
  const { message } = useMessages();
  const { queue } = uploads;
  const replace = ([file]: File[]): void => {
    const [entry] = lost ? queue.find(lost.id) : [];
    if (!file || !entry) {
      return;
    }
    if (file.name === entry.item.fileName) {
      queue.replaceFile(entry, file);
    } else {
      message.warning(t('chooseNamed', { name: nameInSentence(entry.item.fileName) }));
    }
  };
  const { pick, input } = useFileInput({ testId: 'choose-again', onPick: replace });
  return (
    <>
      {(state === 'uploading' || state === 'waiting' || state === 'offline') && (
        <RowAction
          label={t('pause')}
          icon={<PauseOutlined />}
          act={() => queue.pause(queue.find(id))}
        />
      )}
      {state === 'paused' && (
        <RowAction
          label={t('resume')}
          icon={<CaretRightOutlined />}
          act={() => queue.resume(queue.find(id))}
        />
      )}
      {state === 'failed' && !lost && (
        <RowAction label={t('retry')} icon={<RedoOutlined />} act={() => uploads.retry(id)} />
      )}
      {state === 'failed' && lost && (
        <>
          <RowAction label={t('chooseFile')} icon={<FileAddOutlined />} act={pick} />
          {input}
        </>
      )}
      {state !== 'complete' && (
        <RowAction
          label={t('cancel')}
          icon={<CloseOutlined />}
          act={() => queue.cancel(queue.find(id))}
        />
      )}
    </>
  );
}

const isLost = (item: UploadItem | undefined): boolean =>
  item?.problem?.kind === 'changed' && !item.reread;

interface UploadRowProps {
  group: GroupView;
  uploads: Uploads;
  isOpen: boolean;
  onToggle: () => void;
  onShow: (group: GroupView) => void;
}

/** Why files of a group did not arrive, each reason once; null: all is well so far. */
const problemsOf = ({ problems, fileCount }: GroupView, t: TFunction<'transfer'>): string | null =>
  problems.length === 0
    ? null
    : problems
        .slice(0, maxReasons)
        .map(({ message, count }) => (fileCount > 1 ? t('problemOf', { message, count }) : message))
        .join(' ');

/** A file, a folder or many files chosen together on their way; a folder opens to show its files. */
export function UploadRow({ group, uploads, isOpen, onToggle, onShow }: UploadRowProps): ReactNode {
  const { t } = useTranslation('transfer');
  const { id, state, isFolder, name } = group;
  const isBatch = id === group.taskId;
  const [only] = group.items;
  const tone = tones[state];
  return (
    <ProgressRow
      label={name}
      name={
        isFolder ? (
          <>
            <Button
              type="text"
              size="small"
              className={styles['twist'] ?? ''}
              icon={isOpen ? <DownOutlined /> : <RightOutlined />}
              aria-expanded={isOpen}
              aria-label={t('filesOf', { name })}
              onClick={onToggle}
            />
            <FileName name={name} title={null} />
            {!isBatch && (
              <>
                / <small>({t('files', { count: group.plainCount })})</small>
              </>
            )}
          </>
        ) : (
          <FileName name={name} title={null} />
        )
      }
      aside={
        state === 'uploading' && group.loadedBytes > 0 ? `${arrivedPercent(group)}%` : t(state)
      }
      percent={arrivedPercent(group)}
      {...(tone ? { tone } : {})}
      note={
        problemsOf(group, t) ??
        (isFolder
          ? `${group.completeCount} / ${group.fileCount} · ${formatSize(group.totalBytes)}`
          : `${formatSize(group.loadedBytes)} / ${formatSize(group.totalBytes)}`)
      }
      actions={
        <>
          {state === 'complete' && (
            <RowAction
              label={t('showInFolder')}
              icon={<FolderOpenOutlined />}
              act={() => onShow(group)}
            />
          )}
          <UploadActions
            id={id}
            state={state}
            lost={!isFolder && only && isLost(only) ? only : null}
            uploads={uploads}
          />
        </>
      }
    />
  );
}

/** One file of an open folder. Values are passed one by one: the file itself is changed in place while it travels. */
export function UploadItemRow({
  item,
  uploads,
}: {
  item: UploadItem;
  uploads: Uploads;
}): ReactNode {
  const { t } = useTranslation('transfer');
  const { state, fileName, relativePath, folders } = item;
  const inner = [...relativePath.split('/').slice(1), fileName].join('/');
  const label = folders ? t('emptyFolders', { count: folders.length }) : inner;
  return (
    <div className={styles['item']}>
      <div className={styles['line']}>
        <span className={styles['name']} title={label}>
          <FileName name={label} title={null} />
        </span>
        <span className={styles['aside']}>
          {state === 'uploading' && item.loadedBytes > 0
            ? `${arrivedPercent({ state, loadedBytes: item.loadedBytes, totalBytes: item.sizeBytes })}%`
            : t(state)}
        </span>
      </div>
      {item.problem && <p className={styles['problem']}>{item.problem.message}</p>}
      {state !== 'complete' && (
        <div className={styles['line']}>
          <span className={styles['note']}>{!folders && formatSize(item.sizeBytes)}</span>
          <span className={styles['actions']}>
            <UploadActions
              id={item.id}
              state={state}
              lost={isLost(item) ? item : null}
              uploads={uploads}
            />
          </span>
        </div>
      )}
    </div>
  );
}
