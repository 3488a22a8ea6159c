import type { OwnDesktop } from '@clusterdesk/contracts';
import { messageOf } from '../../../shared/api/api-error.js';
import { openOutside } from '../../../shared/menus/open-outside.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';

/** Why a desktop cannot be opened now; null: it can. */
export const obstacleOf = ({
  openUrl,
  online,
}: OwnDesktop): 'desktopNoAddress' | 'desktopAway' | null =>
  openUrl === null ? 'desktopNoAddress' : online ? null : 'desktopAway';

/** Opens a desktop in a new window, signed in. */
export function useOpenDesktop(): (desktop: OwnDesktop) => void {
  const { message } = useMessages();
  return ({ openUrl }) => {
    openOutside({ menuUrl: openUrl ?? '' }).catch((error: unknown) =>
      message.error(messageOf(error)),
    );
  };
}
