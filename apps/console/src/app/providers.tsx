import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { onLanguageChange } from '../shared/i18n/i18n.js';
import { queryClient } from '../shared/api/query.js';
import { antdTheme } from '../shared/theme/antd-theme.js';
import { ThemeChoiceProvider, useThemeChoice } from '../shared/theme/theme-context.js';
import {
  loadComponentLocale,
  writeDatesIn,
  type ComponentLocale,
} from './i18n/component-locale.js';

/** antd's words in the language in use; `first` is that of the first render. */
function useComponentLocale(first: ComponentLocale): ComponentLocale {
  const [locale, setLocale] = useState(first);
  useEffect(
    () =>
      onLanguageChange(async (language) => {
        const next = await loadComponentLocale(language);
        return () => {
          writeDatesIn(language);
          setLocale(next);
        };
      }),
    [],
  );
  return locale;
}

function Themed({ first, children }: { first: ComponentLocale; children: ReactNode }): ReactNode {
  const locale = useComponentLocale(first);
  const { name } = useThemeChoice();
  const theme = useMemo(() => antdTheme(name), [name]);
  return (
    <ConfigProvider locale={locale} theme={theme} button={{ autoInsertSpace: false }}>
      <AntApp style={{ height: '100%' }} message={{ maxCount: 3 }}>
        {children}
      </AntApp>
    </ConfigProvider>
  );
}

/** Everything that pages take for granted: theme, antd's language, the query cache. */
export function Providers({
  locale,
  children,
}: {
  locale: ComponentLocale;
  children: ReactNode;
}): ReactNode {
  return (
    <ThemeChoiceProvider>
      <QueryClientProvider client={queryClient}>
        <Themed first={locale}>{children}</Themed>
      </QueryClientProvider>
    </ThemeChoiceProvider>
  );
}
