import { Suspense, type ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { safeReturnPath } from '../../shared/api/cb-url.js';
import { useLazy } from '../../shared/lib/code/use-lazy.js';
import { paths } from '../../shared/paths.js';
import { RegionBoundary } from '../../shared/ui/state/region-boundary.js';
import { CodeMissing } from '../pages/code-missing.js';
import { ShellSkeleton } from '../shell/shell-skeleton.js';
import { passwordFirstCode } from './password-first-code.js';

/** Leads whoever has to choose a new password to its page, which remembers where he was going; nothing else is shown. */
export function PasswordFirst(): ReactNode {
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const Page = useLazy(passwordFirstCode);
  if (pathname !== paths.ownPassword) {
    const next = safeReturnPath(params.get('cbUrl')) ?? pathname + search;
    return <Navigate replace to={paths.ownPasswordFirst(next)} />;
  }
  return (
    <RegionBoundary fallback={() => <CodeMissing onRetry={async () => window.location.reload()} />}>
      <Suspense fallback={<ShellSkeleton />}>
        <Page />
      </Suspense>
    </RegionBoundary>
  );
}
