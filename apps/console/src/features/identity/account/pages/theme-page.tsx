import { CheckOutlined } from '@ant-design/icons';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useThemeChoice } from '../../../../shared/theme/theme-context.js';
import { themeNames, themeVariables, type ThemeName } from '../../../../shared/theme/tokens.js';
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

/** Choose between the light and the dark theme (spec part 2 §2, Theme management). */
export function ThemePage(): ReactNode {
  const { t } = useTranslation('account');
  const theme = useThemeChoice();
  return (
    <>
      <PageHeader title={t('themeTitle')}>
        <span className="soft">{t('themeHint')}</span>
      </PageHeader>
      <div className={styles['choices']} role="radiogroup" aria-label={t('themeTitle')}>
        {themeNames.map((name) => (
          <label key={name} className={`card ${styles['choice']}`}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={theme.name === name}
              onChange={() => theme.choose(name)}
            />
            <Preview name={name} />
            <span className={styles['caption']}>
              <b>{t(`theme_${name}`)}</b>
              {theme.name === name ? (
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
