import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import type { FileEntry } from '../file-space.js';
import type { ActionScope } from './action-scope.js';
import { useMessages } from '../../ui/messages/messages.js';

/** The scope of a folder's actions, of what the page has gathered. */
export function useActionScope(page: Omit<ActionScope, 'withSelected' | 'say' | 't'>): ActionScope {
  const { t } = useTranslation(['files', 'common']);
  const { message } = useMessages();
  const { selection } = page;
  return {
    ...page,
    t,
    say: (kind, text) => void message[kind](text),
    withSelected: (work) => {
      const go = (items: FileEntry[] | null): void => void (items && work(items));
      selection.resolve().then(go, (error: unknown) => message.error(messageOf(error)));
    },
  };
}
