import { createContext, use, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { openClient } from './open-client.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';

/** What a toolbar offers of the clients. */
export interface ClientTools {
  /** Shows the clients one can download. */
  showTools: () => void;
  /** Opens the client on this computer, or says what to do when none answers. */
  openClient: () => void;
}

const ClientToolsDialog = lazyComponent(
  async () => (await import('./client-tools-dialog.js')).ClientToolsDialog,
);

const ClientAwayDialog = lazyComponent(
  async () => (await import('./client-away-dialog.js')).ClientAwayDialog,
);

const ClientToolsContext = createContext<ClientTools | null>(null);

type Shown = 'tools' | 'noAnswer' | null;

/** Holds the dialogs of the clients. */
export function ClientToolsProvider({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation(['transfer', 'common']);
  const { message } = useMessages();
  const [shown, setShown] = useState<Shown>(null);
  const isAsking = useRef(false);
  const tools = useMemo<ClientTools>(
    () => ({
      showTools: () => setShown('tools'),
      openClient: () => {
        if (isAsking.current) {
          return;
        }
        isAsking.current = true;
        const hide = message.loading(t('openingClient'));
        void openClient().then((isThere) => {
          isAsking.current = false;
          hide();
          if (isThere) {
            message.success(t('clientOpened'));
          } else {
            setShown('noAnswer');
          }
        });
      },
    }),
    [message, t],
  );
  const close = (): void => setShown(null);
  return (
    <ClientToolsContext value={tools}>
      {children}
      {shown === 'tools' && <ClientToolsDialog onClose={close} onMissing={close} />}
      {shown === 'noAnswer' && (
        <ClientAwayDialog
          onTools={tools.showTools}
          onRetry={() => {
            close();
            tools.openClient();
          }}
          onClose={close}
          onMissing={close}
        />
      )}
    </ClientToolsContext>
  );
}

/** The dialogs of the clients, for pages that `app` joins with them. */
export function useClientTools(): ClientTools {
  const tools = use(ClientToolsContext);
  if (!tools) {
    throw new Error('useClientTools needs TransferProvider above it');
  }
  return tools;
}
