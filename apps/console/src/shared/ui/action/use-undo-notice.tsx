import { Button } from 'antd';
import { useCallback, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { useMessages } from '../messages/messages.js';

/** Seconds in which one click takes an act back. */
const undoSeconds = 10;

/**
 * Says that something was done and offers to take it back for ten seconds, longer while the pointer or the focus is on it. The
 * notice stands in a region of its own, out of the way of the page's bars. What it returns takes the act back too, for a key.
 */
export function useUndoNotice(): (text: string, undo: () => Promise<string>) => () => void {
  const { t } = useTranslation('common');
  const { notification, message } = useMessages();
  const id = useId();
  const count = useRef(0);
  return useCallback(
    (text, undo) => {
      count.current += 1;
      const key = `${id}${count.current}`;
      let isOpen = true;
      const takeBack = async (): Promise<void> => {
        if (!isOpen) {
          return;
        }
        isOpen = false;
        notification.destroy(key);
        try {
          void message.success(await undo());
        } catch (error) {
          void message.error(messageOf(error));
        }
      };
      notification.open({
        key,
        title: text,
        role: 'status',
        placement: 'bottomLeft',
        duration: undoSeconds,
        pauseOnHover: true,
        onClose: () => {
          isOpen = false;
        },
        actions: (
          <Button size="small" onClick={() => void takeBack()}>
            {t('undo')}
          </Button>
        ),
      });
      return () => void takeBack();
    },
    [id, message, notification, t],
  );
}
