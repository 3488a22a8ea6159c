import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogSearchState } from './use-log-search.js';
import styles from './log-view.module.css';

interface LogSearchProps {
  search: LogSearchState;
  ref: Ref<InputRef>;
}

/** What is looked for in a log: Enter and F3 lead to the next hit, with Shift to the one before, Escape ends it. */
export function LogSearch({ search, ref }: LogSearchProps): ReactNode {
  const { t } = useTranslation(['log', 'common']);
  const { wanted, places, current } = search;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'Enter' || event.key === 'F3') {
      event.preventDefault();
      search.move(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      search.close();
    }
  };
  return (
    <div className={styles['search']} role="search">
      <Input
        ref={ref}
        size="small"
        value={wanted}
        aria-label={t('search')}
        placeholder={t('search')}
        onChange={(event) => search.setWanted(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles['hits']}>
        {wanted !== '' &&
          (places.length === 0
            ? t('noHit')
            : t('hits', { current: current + 1, count: places.length }))}
      </span>
      {([-1, 1] as const).map((step) => (
        <Button
          key={step}
          size="small"
          type="text"
          icon={step < 0 ? <UpOutlined /> : <DownOutlined />}
          aria-label={t(step < 0 ? 'hitBefore' : 'hitAfter')}
          title={t(step < 0 ? 'hitBefore' : 'hitAfter')}
          disabled={places.length === 0}
          onClick={() => search.move(step)}
        />
      ))}
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('common:close')}
        title={t('common:close')}
        onClick={search.close}
      />
    </div>
  );
}
