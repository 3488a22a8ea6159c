import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { formatSize } from '../../lib/format/format.js';
import { TimeText } from '../../lib/time/time-text.js';
import { Dialog } from './dialog.js';
import styles from './name-conflict-dialog.module.css';

/** One of two files of the same name. */
export interface ConflictFile {
  size: number;
  time?: string;
}

/** A name that is taken, and how many more there are to decide. */
export interface NameConflictQuestion {
  name: string;
  isFolder: boolean;
  newName: string;
  others: number;
  /** The two files, where they are known; times as the server writes them. */
  files?: { there: ConflictFile; mine: ConflictFile };
}

export interface NameConflictAnswer {
  choice: 'cancel' | 'overwrite' | 'keepBoth';
  isForAll: boolean;
}

interface NameConflictDialogProps {
  question: NameConflictQuestion;
  /** What overwriting a folder is called where it does not mean merging into it. */
  replaceFolder?: string;
  /** Offered beside leaving out this one: nothing of what was chosen is taken. */
  onCancelAll?: () => void;
  onAnswer: (answer: NameConflictAnswer) => void;
}

/** Asks what to do with a taken name (spec part 1 §2): cancel all, skip this one, overwrite, keep both, for one or for all. */
export function NameConflictDialog({
  question,
  replaceFolder,
  onCancelAll,
  onAnswer,
}: NameConflictDialogProps): ReactNode {
  const { t } = useTranslation('common');
  const [isForAll, setIsForAll] = useState(false);
  const { name, isFolder, newName, others, files } = question;
  const answer = (choice: NameConflictAnswer['choice']): void => onAnswer({ choice, isForAll });
  return (
    <Dialog
      open
      title={t('nameConflictTitle')}
      onCancel={onCancelAll ?? (() => answer('cancel'))}
      footer={
        <div className={styles['choices']}>
          {onCancelAll && (
            <Button className={styles['all'] ?? ''} type="text" onClick={onCancelAll}>
              {t('cancelChosen')}
            </Button>
          )}
          <Button onClick={() => answer('cancel')}>{t('skip')}</Button>
          <Button danger onClick={() => answer('overwrite')}>
            {isFolder ? (replaceFolder ?? t('merge')) : t('overwrite')}
          </Button>
          <Button type="primary" autoFocus onClick={() => answer('keepBoth')}>
            {t('keepBoth')}
          </Button>
        </div>
      }
    >
      <p>
        {t(isFolder ? 'nameConflictFolder' : 'nameConflictFile', { name: nameInSentence(name) })}
      </p>
      {files && (
        <dl className={styles['files']}>
          {(
            [
              ['fileThere', files.there, files.mine],
              ['fileMine', files.mine, files.there],
            ] as const
          ).map(([label, file, other]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>
                {formatSize(file.size)}
                {file.time && ' · '}
                <TimeText time={file.time} />
                {file.time && other.time && file.time > other.time && ` · ${t('fileNewer')}`}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="soft">{t('keepBothAs', { name: nameInSentence(newName) })}</p>
      {others > 0 && (
        <Checkbox
          style={{ marginTop: 12 }}
          checked={isForAll}
          onChange={(event) => setIsForAll(event.target.checked)}
        >
          {t('forAll', { count: others })}
        </Checkbox>
      )}
    </Dialog>
  );
}
