import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider, type ConfigProviderProps } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { queryClient } from '../shared/api/query.js';
import { antdTheme } from '../shared/theme/antd-theme.js';
import { ThemeChoiceProvider, useThemeChoice } from '../shared/theme/theme-context.js';

type AntLocale = NonNullable<ConfigProviderProps['locale']>;

function Themed({ locale, children }: { locale: AntLocale; children: ReactNode }): ReactNode {
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
  locale: AntLocale;
  children: ReactNode;
}): ReactNode {
  return (
    <ThemeChoiceProvider>
      <QueryClientProvider client={queryClient}>
        <Themed locale={locale}>{children}</Themed>
      </QueryClientProvider>
    </ThemeChoiceProvider>
  );
}
