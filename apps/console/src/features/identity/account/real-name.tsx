import { endpoints, type UserDetail } from '@clusterdesk/contracts';
import { Button, Input } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { queriesOfCaller } from '../api/shown.js';
import styles from './account.module.css';

/** One's real name, to read and to change in place. Escape gives up. */
export function RealName({ user }: { user: UserDetail }): ReactNode {
  const { t } = useTranslation(['account', 'common']);
  const rename = useAction(endpoints.account.updateRealName, {
    invalidates: queriesOfCaller,
    done: t('nameDone'),
    isFreshAtEnd: true,
  });
  const [draft, setDraft] = useState<string | null>(null);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const realName = draft?.trim() ?? '';
    if (realName === '') {
      return;
    }
    if (await rename.act({ userId: user.id, realName })) {
      setDraft(null);
    }
  };
  if (draft === null) {
    return (
      <span className={styles['name']}>
        <span>{user.realName || <span className="soft">{t('notSet')}</span>}</span>
        <Button
          type="link"
          style={{ padding: 0 }}
          aria-label={`${t('common:edit')} ${t('realName')}`}
          onClick={() => setDraft(user.realName ?? '')}
        >
          {t('common:edit')}
        </Button>
      </span>
    );
  }
  return (
    <form className={styles['nameForm']} onSubmit={(event) => void save(event)}>
      <Input
        autoFocus
        value={draft}
        maxLength={64}
        aria-label={t('realName')}
        status={draft.trim() === '' ? 'error' : ''}
        placeholder={t('realNameRequired')}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          // While an input method composes, Escape is its own.
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            setDraft(null);
          }
        }}
      />
      <Button
        type="primary"
        htmlType="submit"
        loading={rename.isBusy}
        disabled={draft.trim() === ''}
      >
        {t('common:save')}
      </Button>
      <Button onClick={() => setDraft(null)}>{t('common:cancel')}</Button>
    </form>
  );
}
