import type { DiskItem } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';

/** What each view of a previewed file gets. */
export interface ViewProps {
  item: DiskItem;
  /** Where its bytes are, for this user and a day. */
  url: string;
  /** Begins anew, with another URL. */
  onRetry: () => void;
  /** Shown instead where the bytes are not what their name says. */
  fallback: ReactNode;
}
