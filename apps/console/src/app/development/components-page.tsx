import { App, ConfigProvider, Segmented } from 'antd';
import enUs from 'antd/es/locale/en_US';
import zhCn from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { changeLanguage, useLanguage } from '../../shared/i18n/i18n.js';
import { buttonDefaults } from '../../shared/theme/antd-buttons.js';
import { antdTheme } from '../../shared/theme/antd-theme.js';
import { themeNames, themeVariables, type ThemeName } from '../../shared/theme/tokens.js';
import styles from './components-page.module.css';
import { DataSpecimens } from './data-specimens.js';
import { FormSpecimens } from './form-specimens.js';
import { StateSpecimens } from './state-specimens.js';

const locales = { cn: zhCn, en: enUs };

function Look({ theme }: { theme: ThemeName }): ReactNode {
  const language = useLanguage();
  return (
    <ConfigProvider locale={locales[language]} theme={antdTheme(theme)} button={buttonDefaults}>
      <App>
        <div
          className={styles['look']}
          style={{ ...themeVariables(theme), colorScheme: theme }}
          role="group"
          aria-label={theme}
        >
          <StateSpecimens />
          <DataSpecimens />
          <FormSpecimens />
        </div>
      </App>
    </ConfigProvider>
  );
}

/**
 * The shared components as they look, light and dark beside each other, in either language: for whoever builds pages of them.
 * In development only; the words that are not the components' own are in English.
 */
export function ComponentsPage(): ReactNode {
  const language = useLanguage();
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <h1>Components</h1>
        <Segmented
          aria-label="Language"
          value={language}
          options={[
            { value: 'cn', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(next) => void changeLanguage(next === 'en' ? 'en' : 'cn')}
        />
      </header>
      <div className={styles['looks']}>
        {themeNames.map((theme) => (
          <Look key={theme} theme={theme} />
        ))}
      </div>
    </div>
  );
}
