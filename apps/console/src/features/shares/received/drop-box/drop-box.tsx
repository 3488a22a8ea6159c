import { FileAddOutlined, FolderAddOutlined, InboxOutlined } from '@ant-design/icons';
import type { ShareRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadInputs } from '../../../../shared/file-browser/actions/use-upload-inputs.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { pickedFromDrop, type PickedFile } from '../../../../shared/files/picked-file.js';
import { shareName } from '../../share-link.js';
import { AddedList, type AddedEntry } from './added-list.js';
import styles from './drop-box.module.css';
import { useMessages } from '../../../../shared/ui/messages/messages.js';
import { personName } from '../../../../shared/users/person-name.js';

interface DropBoxProps {
  share: ShareRow;
  onUpload: (picked: PickedFile[]) => void;
  added: readonly AddedEntry[];
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Where one adds to somebody's folder without seeing it: by button, by dropping, and what was added so far. */
export function DropBox({ share, onUpload, added }: DropBoxProps): ReactNode {
  const { t } = useTranslation(['receivedShares', 'files']);
  const { message } = useMessages();
  const [isOver, setIsOver] = useState(false);
  /** Nothing can be made there but by a file in it: empty folders are left out, and that is said. */
  const upload = (picked: readonly PickedFile[]): void => {
    const files = picked.filter(({ file }) => file !== null);
    if (files.length < picked.length && files.length > 0) {
      void message.info(t('emptyFoldersLeft'));
    }
    onUpload(files);
  };
  const { pickFiles, pickFolder, inputs } = useUploadInputs(upload);
  const onDrag = (event: DragEvent): void => {
    if (holdsFiles(event)) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    }
  };
  const onDrop = (event: DragEvent): void => {
    setIsOver(false);
    if (!holdsFiles(event)) {
      return;
    }
    event.preventDefault();
    void pickedFromDrop(event.dataTransfer.items).then(({ picked, unreadable }) => {
      if (picked.length > 0 || unreadable.length === 0) {
        upload(picked);
      }
      if (unreadable.length > 0) {
        const name = nameInSentence(unreadable[0] ?? '');
        void message.warning(t('files:unreadable', { count: unreadable.length, name }));
      }
    });
  };
  return (
    <div
      className={styles['body']}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) {
          setIsOver(false);
        }
      }}
      onDrop={onDrop}
    >
      {inputs}
      <section className={styles['area']} data-over={isOver} aria-label={t('dropArea')}>
        <span className={styles['icon']} aria-hidden>
          <InboxOutlined />
        </span>
        <p className={styles['lead']}>
          {t('dropHere', { name: nameInSentence(shareName(share)) })}
        </p>
        <p className={styles['hint']}>{t('dropHint', { name: personName(share.shareUser) })}</p>
        <div className={styles['buttons']}>
          <Button type="primary" icon={<FileAddOutlined />} onClick={pickFiles}>
            {t('files:uploadFile')}
          </Button>
          <Button icon={<FolderAddOutlined />} onClick={pickFolder}>
            {t('files:uploadFolder')}
          </Button>
        </div>
      </section>
      {added.length > 0 && <AddedList entries={added} />}
    </div>
  );
}
