import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../shared/api/query.js';
import { ThemeChoiceProvider } from '../shared/theme/theme-context.js';

/** What every page takes for granted: theme and the query cache. antd comes with the signed-in part. */
export const Providers = ({ children }: { children: ReactNode }): ReactNode => (
  <ThemeChoiceProvider>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </ThemeChoiceProvider>
);
