import { DeleteOutlined, DownloadOutlined, EyeOutlined, UndoOutlined } from '@ant-design/icons';
import type { FileVersion } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { formatSize } from '../../lib/format/format.js';
import { TimeText } from '../../lib/time/time-text.js';
import { useConfirm } from '../../ui/dialog/use-confirm.js';
import { useMessages } from '../../ui/messages/messages.js';
import { FailureNote } from '../../ui/state/failure-note.js';
import { invalidateFiles } from '../api/change-files.js';
import { parentOf } from '../file-names.js';
import type { FileRights } from '../file-rights.js';
import { fileKeys, type FileEntry, type FileSpace, type ShownFile } from '../file-space.js';
import styles from './file-versions.module.css';
import type { FileVersions as Versions } from './versions-of.js';

interface FileVersionsProps {
  space: FileSpace;
  versions: Versions;
  file: FileEntry;
  rights: FileRights;
  onShow: (version: ShownFile) => void;
}

/** What a file was before it was replaced: to be put back, taken and deleted, as far as that may be done with the file itself. */
export function FileVersions({
  space,
  versions,
  file,
  rights,
  onShow,
}: FileVersionsProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const { message } = useMessages();
  const confirm = useConfirm();
  const [busy, setBusy] = useState<string | null>(null);
  const query = useQuery({
    queryKey: fileKeys.versions(space.ref, parentOf(file.path), file.path),
    queryFn: ({ signal }) => versions.list(file.path, signal),
  });
  const rows = query.data?.data ?? [];
  const canTake = rights.canTake(file);
  const canEdit = rights.canEdit(file);

  const act = async (id: string, work: () => Promise<void>, done?: string): Promise<void> => {
    setBusy(id);
    try {
      await work();
      if (done !== undefined) {
        void message.success(done);
      }
    } catch (error) {
      void message.error(messageOf(error));
    } finally {
      setBusy(null);
      void invalidateFiles(space);
    }
  };
  const restore = async ({ id, replacedAt }: FileVersion): Promise<void> => {
    const name = nameInSentence(file.localPath);
    const question = {
      title: t('files:restoreVersionTitle'),
      hint: t('files:restoreVersionHint', { name, time: replacedAt }),
      okText: t('files:restoreVersion'),
    };
    if (await confirm(question)) {
      await act(id, () => versions.restore(file.path, id), t('files:versionRestored'));
    }
  };
  const remove = async ({ id, replacedAt }: FileVersion): Promise<void> => {
    const question = {
      title: t('files:deleteVersionTitle'),
      hint: t('files:deleteVersionHint', { time: replacedAt }),
      isDangerous: true,
    };
    if (await confirm(question)) {
      await act(id, () => versions.remove(file.path, id), t('files:versionDeleted'));
    }
  };

  return (
    <section className={styles['versions']} aria-label={t('files:versions')}>
      <h3 className={styles['head']}>{t('files:versions')}</h3>
      <FailureNote query={query} what={t('files:versionsNotLoaded')} />
      {query.data && rows.length === 0 && (
        <p className={styles['none']}>
          {query.data.keptVersions === 0
            ? t('files:versionsOff')
            : t('files:versionsNone', { count: query.data.keptVersions })}
        </p>
      )}
      <ul className={styles['list']}>
        {rows.map((version) => {
          const { id, size, replacedAt, replacedBy } = version;
          const time = { time: replacedAt };
          return (
            <li key={id} className={styles['row']}>
              <span className={styles['facts']}>
                <TimeText time={replacedAt} />
                <small>
                  {replacedBy === null
                    ? formatSize(size)
                    : t('files:versionFacts', { size: formatSize(size), name: replacedBy })}
                </small>
              </span>
              {canTake && (
                <Button
                  type="text"
                  size="small"
                  icon={<EyeOutlined />}
                  aria-label={t('files:showVersionOf', time)}
                  title={t('files:showVersion')}
                  onClick={() => onShow({ ...file, size, versionId: id })}
                />
              )}
              {canEdit && (
                <Button
                  type="text"
                  size="small"
                  icon={<UndoOutlined />}
                  loading={busy === id}
                  aria-label={t('files:restoreVersionOf', time)}
                  title={t('files:restoreVersion')}
                  onClick={() => void restore(version)}
                />
              )}
              {canTake && (
                <Button
                  type="text"
                  size="small"
                  icon={<DownloadOutlined />}
                  aria-label={t('files:downloadVersionOf', time)}
                  title={t('files:download')}
                  onClick={() => void act(id, () => versions.download(file.path, id))}
                />
              )}
              {canEdit && (
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('files:deleteVersionOf', time)}
                  title={t('files:delete')}
                  onClick={() => void remove(version)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {query.data && rows.length > 0 && (
        <p className={styles['none']}>{t('files:versionsKept', { count: query.data.keptDays })}</p>
      )}
    </section>
  );
}
