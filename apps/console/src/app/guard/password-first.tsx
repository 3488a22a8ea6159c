import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { safeReturnPath } from '../../shared/api/cb-url.js';
import { paths } from '../../shared/paths.js';
import { lazyComponent } from '../../shared/ui/lazy-component.js';
import { withWords } from '../i18n/later-words.js';
import { CodeMissing } from '../pages/code-missing.js';

const PasswordFirstPage = lazyComponent(
  async () =>
    (
      await withWords(
        ['account'],
        import('../../features/identity/account/pages/password-first-page.js'),
      )
    ).PasswordFirstPage,
);

/** Leads whoever has to choose a new password to its page, which remembers where he was going; nothing else is shown. */
export function PasswordFirst(): ReactNode {
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  if (pathname !== paths.ownPassword) {
    const next = safeReturnPath(params.get('cbUrl')) ?? pathname + search;
    return <Navigate replace to={paths.ownPasswordFirst(next)} />;
  }
  return <PasswordFirstPage missing={(again) => <CodeMissing onRetry={again} />} />;
}
