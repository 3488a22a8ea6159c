import { endpoints, limits, type HiddenEntry } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { call, callWithMessage } from '../../api/call.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { useAction } from '../../ui/action/use-action.js';
import { invalidateFiles, removeItems } from '../api/change-files.js';
import { joinPath, nameProblem } from '../file-names.js';
import { fileKeys, type FileSpace } from '../file-space.js';
import styles from './hidden.module.css';

interface HiddenProps {
  space: FileSpace;
  dir: string;
}

/** The entries of a folder that cannot be shown: those with unreadable names get another, the others go to the trash. */
export function HiddenDialog({
  space,
  dir,
  onClose,
}: HiddenProps & { onClose: () => void }): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const { data, error } = useQuery({
    queryKey: fileKeys.hidden(space.ref, dir),
    queryFn: ({ signal }) =>
      call(endpoints.hiddenEntries.list, { space: space.ref, path: dir }, signal),
  });
  return (
    <Dialog
      open
      width={640}
      title={t('files:hiddenTitle')}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
      onCancel={onClose}
    >
      <p className={styles['hint']}>{t('files:hiddenHint')}</p>
      {error && <p role="alert">{messageOf(error)}</p>}
      <ul className={styles['entries']} aria-label={t('files:hiddenTitle')}>
        {data?.map((entry) => (
          <li key={entry.raw ?? entry.name}>
            <span className={styles['name']}>
              <bdi>{entry.name}</bdi>
              <small>{t(`files:hiddenKind_${entry.kind}`)}</small>
            </span>
            {space.changes &&
              (entry.raw === null ? (
                <TrashButton space={space} dir={dir} entry={entry} />
              ) : (
                <NewName space={space} dir={dir} entry={entry} raw={entry.raw} />
              ))}
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p>{t('files:hiddenNone')}</p>}
      {data?.length === limits.hiddenEntriesListed && (
        <p>{t('files:hiddenCut', { count: data.length })}</p>
      )}
    </Dialog>
  );
}

/** Proposes what the name probably was. */
function NewName({
  space,
  dir,
  entry,
  raw,
}: HiddenProps & { entry: HiddenEntry; raw: string }): ReactNode {
  const { t } = useTranslation('files');
  const [newName, setNewName] = useState(entry.guess ?? '');
  const { act, isBusy } = useAction(
    async (name: string) => {
      const input = { space: space.ref, path: dir, raw, newName: name };
      const answer = await callWithMessage(endpoints.hiddenEntries.rename, input);
      await invalidateFiles(space);
      return answer;
    },
    { done: t('renamed') },
  );
  const problem = nameProblem(newName);
  const rename = (): void => {
    if (!problem) {
      void act(newName);
    }
  };
  return (
    <span className={styles['action']}>
      <Input
        value={newName}
        maxLength={255}
        status={problem ? 'error' : ''}
        title={problem ? t(problem) : ''}
        aria-label={t('hiddenNewName', { name: entry.name })}
        onChange={(event) => setNewName(event.target.value)}
        onPressEnter={rename}
      />
      <Button disabled={problem !== null} loading={isBusy} onClick={rename}>
        {t('rename')}
      </Button>
    </span>
  );
}

function TrashButton({ space, dir, entry }: HiddenProps & { entry: HiddenEntry }): ReactNode {
  const { t } = useTranslation('files');
  const { act, isBusy } = useAction(async (path: string) => {
    await removeItems(space, [path]);
    return { result: null, message: t('removedOne', { name: entry.name }) };
  });
  return (
    <Button loading={isBusy} onClick={() => void act(joinPath(dir, entry.name))}>
      {t('hiddenTrash')}
    </Button>
  );
}
