import type { NotificationKind } from '@clusterdesk/contracts';
import type { z } from 'zod';

/** A notification as people read it, in the language of now. */
export interface Notice {
  title: string;
  /** What more there is to say. */
  text?: string;
  /** The page it is about. */
  path?: string;
  /** Somebody waits for it, or can go on because of it: windows in view say it at once, and do not leave it to the bell. */
  isToast?: true;
}

/** How one kind of notification reads; null: its payload is not what this console expects. */
export interface NotificationText {
  kind: string;
  read: (payload: unknown) => Notice | null;
}

/** Says how a kind reads. Features that send notifications name theirs in `feature.ts`. */
export const defineNotificationText = <Payload extends z.ZodType>(
  { kind, payload: schema }: NotificationKind<Payload>,
  tell: (payload: z.output<Payload>) => Notice,
): NotificationText => ({
  kind,
  read: (payload) => {
    const { data, success } = schema.safeParse(payload);
    return success ? tell(data) : null;
  },
});
