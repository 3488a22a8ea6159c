import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useCallerDetail } from '../../features/identity/api/caller-detail.js';
import { fileSpaceOf } from '../file-spaces.js';
import { TransferProvider } from '../../features/transfer/components/transfer-provider.js';
import { ApiError } from '../../shared/api/api-error.js';
import { queryOptionsOf } from '../../shared/api/query.js';
import { leaveToLogin, readToken } from '../../shared/api/session.js';
import { setPlatformZone } from '../../shared/lib/time/platform-zone.js';
import { LiveProvider, useLiveEvent } from '../../shared/live/connection/live-provider.js';
import { useLiveRules } from '../../shared/live/rules/use-live-rules.js';
import { ErrorState } from '../../shared/ui/state/error-state.js';
import { UnsavedWork } from '../../shared/ui/form/unsaved-work.js';
import { AntdProvider } from '../antd-provider.js';
import { liveRules } from '../features.js';
import { isAllowed } from '../menus/menu-tree.js';
import { MenusContext } from '../menus/menus-context.js';
import { ShellSkeleton } from '../shell/shell-skeleton.js';
import { OtherWindow } from './other-window.js';
import { PasswordFirst } from './password-first.js';

/** What the platform says of itself: the zone of its times. */
function usePlatformInfo(): void {
  const { data } = useQuery({
    ...queryOptionsOf(endpoints.operations.info, {}),
    staleTime: Infinity,
  });
  useEffect(() => {
    if (data) {
      setPlatformZone(data.timeZone);
    }
  }, [data]);
}

const isPasswordFirst = (error: unknown): boolean =>
  error instanceof ApiError && error.error === 'ACCESS_PASSWORD_CHANGE_FIRST';

/** The user's menus. Both calls leave together, for nobody should wait for two; who must change the password has no menus. */
function useOwnMenus() {
  const caller = useCallerDetail();
  const mustChange = caller?.mustChangePassword === true;
  const menus = useQuery({
    ...queryOptionsOf(endpoints.menus.userMenuTree, {}),
    staleTime: 60_000,
    enabled: !mustChange,
  });
  return { menus, isPasswordFirst: mustChange || isPasswordFirst(menus.error) };
}

/** What every signed-in page stands on: the user's menus, the live connection and the transfer panel. */
function SignedIn({ menus }: { menus: UseQueryResult<MenuNode[]> }): ReactNode {
  const tree = menus.data;
  const own = useMemo(
    () => tree && { tree, isAllowed: (path: string) => isAllowed(tree, path) },
    [tree],
  );
  useLiveEvent('sessionRevoked', ({ reason }) => leaveToLogin(reason));
  useLiveRules(liveRules);
  usePlatformInfo();

  if (!own) {
    return menus.error ? (
      <ErrorState error={menus.error} onRetry={() => void menus.refetch()} />
    ) : (
      <ShellSkeleton />
    );
  }
  return (
    <MenusContext value={own}>
      <TransferProvider spaceOf={fileSpaceOf}>
        <OtherWindow />
        <Outlet />
      </TransferProvider>
    </MenusContext>
  );
}

function AuthenticatedApp(): ReactNode {
  const own = useOwnMenus();
  return own.isPasswordFirst ? (
    <PasswordFirst />
  ) : (
    <LiveProvider>
      <SignedIn menus={own.menus} />
    </LiveProvider>
  );
}

/** The session was ended by another window: nothing that this page holds is left to who signs in next. */
function Leaving(): ReactNode {
  useEffect(() => leaveToLogin(), []);
  return null;
}

/** Lets only signed-in users through; others go to the login page, which leads them back here. */
export function RequireSession(): ReactNode {
  // The session may end while the user moves between pages.
  useLocation();
  if (!readToken()) {
    return <Leaving />;
  }
  return (
    <AntdProvider>
      <UnsavedWork>
        <AuthenticatedApp />
      </UnsavedWork>
    </AntdProvider>
  );
}
