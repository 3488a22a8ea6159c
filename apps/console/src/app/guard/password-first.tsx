import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { safeReturnPath } from '../../shared/api/cb-url.js';
import { paths } from '../../shared/paths.js';
import { lazyComponent } from '../../shared/ui/lazy-component.js';
import { CodeMissing } from '../pages/code-missing.js';
import { ShellSkeleton } from '../shell/shell-skeleton.js';
import { passwordFirstCode } from './password-first-code.js';

const PasswordFirstPage = lazyComponent(passwordFirstCode);

/** Leads whoever has to choose a new password to its page, which remembers where he was going; nothing else is shown. */
export function PasswordFirst(): ReactNode {
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  if (pathname !== paths.ownPassword) {
    const next = safeReturnPath(params.get('cbUrl')) ?? pathname + search;
    return <Navigate replace to={paths.ownPasswordFirst(next)} />;
  }
  return (
    <PasswordFirstPage
      pending={<ShellSkeleton />}
      missing={(again) => <CodeMissing onRetry={again} />}
    />
  );
}
