import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './view-switch.module.css';

export type ViewMode = 'list' | 'grid';

const views = [
  { mode: 'list', words: 'listView', Icon: UnorderedListOutlined },
  { mode: 'grid', words: 'gridView', Icon: AppstoreOutlined },
] as const;

interface ViewSwitchProps {
  view: ViewMode;
  onChange: (view: ViewMode) => void;
}

/** List or grid: the browser's own radio buttons, of which one sees the pictures. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps): ReactNode {
  const { t } = useTranslation('files');
  const name = useId();
  return (
    <div className={styles['switch']} role="radiogroup" aria-label={t('view')}>
      {views.map(({ mode, words, Icon }) => (
        <label key={mode} title={t(words)}>
          <input
            type="radio"
            name={name}
            checked={mode === view}
            aria-label={t(words)}
            onChange={() => onChange(mode)}
          />
          <Icon aria-hidden />
        </label>
      ))}
    </div>
  );
}
