import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../ui/lazy-component.js';
import { fileKeys, type FileSpace } from '../file-space.js';
import styles from './hidden.module.css';
import { FailureNote } from '../../ui/state/failure-note.js';
import { isRefusal } from '../../api/api-error.js';

const HiddenDialog = lazyComponent(async () => (await import('./hidden-dialog.js')).HiddenDialog);

/** Below a folder: how many of its entries cannot be shown, and the way to them. Nothing where there are none. */
export function HiddenLine({ space, dir }: { space: FileSpace; dir: string }): ReactNode {
  const { t } = useTranslation('files');
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const summary = useQuery({
    queryKey: fileKeys.summary(space.ref, dir),
    queryFn: ({ signal }) => space.summary(dir, signal),
  });
  const count = summary.data?.hidden ?? 0;
  return (
    <>
      {!isRefusal(summary.error) && <FailureNote query={summary} what={t('hiddenNotLoaded')} />}
      {count > 0 && (
        <div className={styles['line']} role="status">
          {t('hiddenCount', { count })}
          <Button type="link" size="small" onClick={() => setIsOpen(true)}>
            {t('hiddenShow')}
          </Button>
        </div>
      )}
      {isOpen && <HiddenDialog space={space} dir={dir} onClose={close} onMissing={close} />}
    </>
  );
}
