import type { OwnDesktop } from '@clusterdesk/contracts';
import { messageOf } from '../../../shared/api/api-error.js';
import { openOutside } from '../../../shared/menus/open-outside.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';

type Obstacle = 'desktopNoAddress' | 'desktopAway';

/** Why a desktop cannot be opened now; null: it can. */
export const obstacleOf = ({ openUrl, online }: OwnDesktop): Obstacle | null =>
  openUrl === null ? 'desktopNoAddress' : online ? null : 'desktopAway';

/** Why a desktop cannot be opened, or what else is wrong with its host, in words; empty: nothing. */
export function noteOf(desktop: OwnDesktop, t: (obstacle: Obstacle) => string): string {
  const obstacle = obstacleOf(desktop);
  if (obstacle === 'desktopNoAddress') {
    return t(obstacle);
  }
  return desktop.trouble || (obstacle ? t(obstacle) : '');
}

/** Opens a desktop in a new window, signed in. */
export function useOpenDesktop(): (desktop: OwnDesktop) => void {
  const { message } = useMessages();
  return ({ openUrl }) => {
    openOutside({ menuUrl: openUrl ?? '' }).catch((error: unknown) =>
      message.error(messageOf(error)),
    );
  };
}
