import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FileSpace } from '../file-space.js';
import { useMessages } from '../../ui/messages/messages.js';

/** Seconds: long enough to read where something went, and to go there. */
const readSeconds = 5;

/** Says that entries are somewhere else now, with a way there; `dir` null: the user sees it already. */
export function useMovedToast(
  space: FileSpace,
): (text: string, dir: string | null, select?: string) => void {
  const { t } = useTranslation('files');
  const { message } = useMessages();
  const navigate = useNavigate();
  return (text, dir, select) => {
    const key = `moved-${text}`;
    const go = (target: string): void => {
      message.destroy(key);
      void navigate(space.folderPath(target), { state: { select } });
    };
    void message.open({
      key,
      type: 'success',
      duration: readSeconds,
      content: (
        <>
          {text}
          {dir !== null && (
            <Button type="link" size="small" onClick={() => go(dir)}>
              {t('goThere')}
            </Button>
          )}
        </>
      ),
    });
  };
}
