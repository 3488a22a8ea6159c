import { App as AntApp, ConfigProvider } from 'antd';
import enUs from 'antd/es/locale/en_US';
import zhCn from 'antd/es/locale/zh_CN';
import { useMemo, type ReactNode } from 'react';
import { useLanguage } from '../shared/i18n/i18n.js';
import { useMedia } from '../shared/lib/dom/use-media.js';
import { buttonDefaults } from '../shared/theme/antd-buttons.js';
import { antdTheme } from '../shared/theme/antd-theme.js';
import { useThemeChoice } from '../shared/theme/theme-context.js';

const locales = { cn: zhCn, en: enUs };

/** Pixels: above the dock, for notices with something to choose; toasts stand there too (base.css). */
const dockHeight = 88;

/** antd in our theme and in the language in use, with its messages: for the signed-in pages. */
export function AntdProvider({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage();
  const { name } = useThemeChoice();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => antdTheme(name, isStill), [name, isStill]);
  return (
    <ConfigProvider locale={locales[language]} theme={theme} button={buttonDefaults}>
      <AntApp
        style={{ height: '100%' }}
        message={{ maxCount: 3 }}
        notification={{ bottom: dockHeight }}
      >
        {children}
      </AntApp>
    </ConfigProvider>
  );
}
