import type { SpaceRef } from '@clusterdesk/contracts';
import { createContext, use, type ReactNode } from 'react';

/** What pages ask of transfers; they go on while the person moves between pages. */
export interface Transfers {
  upload: (space: SpaceRef, dir: string, files: File[]) => void;
  download: (paths: string[], isSingleFile: boolean) => void;
  isUploading: () => boolean;
}
const TransfersContext = createContext<Transfers | null>(null);

export function TransferProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <TransfersContext
      value={{ upload: () => undefined, download: () => undefined, isUploading: () => false }}
    >
      {children}
    </TransfersContext>
  );
}

export function useTransfers(): Transfers {
  const transfers = use(TransfersContext);
  if (!transfers) {
    throw new Error('useTransfers needs TransferProvider above it');
  }
  return transfers;
}
