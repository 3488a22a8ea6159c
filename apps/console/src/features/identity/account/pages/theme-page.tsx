import { CheckOutlined } from '@ant-design/icons';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useThemeChoice } from '../../../../shared/theme/theme-context.js';
import type { ThemeSetting } from '../../../../shared/theme/theme-setting.js';
import { themeVariables, type ThemeName } from '../../../../shared/theme/tokens.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import styles from './theme-page.module.css';

/** A small picture of the console in one of the looks, whatever look is in use. */
function Preview({ name }: { name: ThemeName }): ReactNode {
  return (
    <span className={styles['preview']} style={themeVariables(name) as CSSProperties} aria-hidden>
      <span className={styles['bar']}>
        <i className={styles['mark']} />
        <i className={styles['tabHere']} />
        <i className={styles['tab']} />
      </span>
      <span className={styles['body']}>
        <i className={styles['button']} />
        <span className={styles['table']}>
          {[0, 1, 2, 3].map((row) => (
            <span key={row} className={row === 1 ? styles['rowHere'] : styles['row']}>
              <i />
              <i />
            </span>
          ))}
        </span>
      </span>
    </span>
  );
}

/** What one can choose; a picture of the device's look shows both. */
const settings: readonly ThemeSetting[] = ['light', 'dark', 'system'];

/** Choose the light theme, the dark one, or what the device has (spec part 2 §2, Theme management). */
export function ThemePage(): ReactNode {
  const { t } = useTranslation('account');
  const theme = useThemeChoice();
  return (
    <>
      <PageHeader title={t('themeTitle')}>
        <span className="soft">{t('themeHint')}</span>
      </PageHeader>
      <div className={styles['choices']} role="radiogroup" aria-label={t('themeTitle')}>
        {settings.map((setting) => (
          <label key={setting} className={`card ${styles['choice']}`}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={theme.setting === setting}
              onChange={() => theme.choose(setting)}
            />
            <span className={styles['previews']}>
              {setting === 'system' ? (
                <>
                  <Preview name="light" />
                  <Preview name="dark" />
                </>
              ) : (
                <Preview name={setting} />
              )}
            </span>
            <span className={styles['caption']}>
              <b>{t(`theme_${setting}`)}</b>
              {theme.setting === setting ? (
                <span className={styles['inUse']}>
                  <CheckOutlined /> {t('themeInUse')}
                </span>
              ) : (
                <span className="soft">{t('themeChoose')}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </>
  );
}
