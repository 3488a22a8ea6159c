import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessages } from '../../ui/messages/messages.js';

/** What is shown when it is first asked for. */
export interface OnDemand<Code> {
  /** Null until it was asked for and has come. */
  code: Code | null;
  /** Draw it only then: opened anew, it comes above whatever else is closing. */
  isOpen: boolean;
  open: () => Promise<void>;
  close: () => void;
}

/** Code of something that opens above the page, fetched when it is first opened; says so when it cannot be had. */
export function useOnDemand<Code extends object>(load: () => Promise<Code>): OnDemand<Code> {
  const { t } = useTranslation('common');
  const { message } = useMessages();
  const [code, setCode] = useState<Code | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = async (): Promise<void> => {
    try {
      const fetched = code ?? (await load());
      setCode(fetched);
      setIsOpen(true);
    } catch {
      void message.error(t('codeUnavailable'));
    }
  };
  const close = useCallback(() => setIsOpen(false), []);
  return { code, isOpen, open, close };
}
