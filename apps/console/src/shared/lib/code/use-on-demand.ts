import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSlot } from './code-slot.js';
import { useMessages } from '../../ui/messages/messages.js';

/** What is shown when it is first asked for. */
export interface OnDemand<Code> {
  /** Null until it was opened and has come. */
  code: Code | null;
  /** Draw it only then: opened anew, it comes above whatever else is closing. */
  isOpen: boolean;
  /** Fetches the code for somebody who is about to open it; what fails now is said when he does. */
  prepare: () => void;
  open: () => Promise<void>;
  close: () => void;
}

/** Code of something that opens above the page, fetched when it is first opened; says so when it cannot be had. */
export function useOnDemand<Code extends object>(load: () => Promise<Code>): OnDemand<Code> {
  const { t } = useTranslation('common');
  const { message } = useMessages();
  const [slot] = useState(() => new CodeSlot(load));
  const [code, setCode] = useState<Code | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(async (): Promise<void> => {
    const fetched = await slot.fetch();
    if (fetched) {
      setCode(fetched);
      setIsOpen(true);
    } else {
      void message.error(t('codeUnavailable'));
    }
  }, [slot, message, t]);
  const close = useCallback(() => setIsOpen(false), []);
  const prepare = useCallback(() => void slot.fetch(), [slot]);
  return { code, isOpen, prepare, open, close };
}
