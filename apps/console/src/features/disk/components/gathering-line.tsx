import { Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gathering } from '../hooks/use-gathering.js';
import styles from './files.module.css';

/** A quiet line while many entries are fetched for what the person does with them, and the way to stop it. */
export function GatheringLine({ gathering }: { gathering: Gathering }): ReactNode {
  const { t, i18n } = useTranslation(['disk', 'common']);
  const { done, total, cancel } = gathering;
  const number = (value: number): string => value.toLocaleString(i18n.language);
  return (
    <span
      className={styles['gathering']}
      role="progressbar"
      aria-label={t('disk:gatheringLabel')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <Spin size="small" />
      {t('disk:gathering', { done: number(done), total: number(total) })}
      <Button type="link" size="small" onClick={cancel}>
        {t('common:cancel')}
      </Button>
    </span>
  );
}
