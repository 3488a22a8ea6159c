import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/ui/dialog/dialog.js';
import styles from './shell.module.css';

const shortcuts = [
  { keys: ['?'], what: 'keysHelp' },
  { keys: ['Ctrl+K'], what: 'keysPalette' },
  { keys: ['/'], what: 'keysSearch' },
  { keys: ['↑', '↓', 'Home', 'End'], what: 'keysMove' },
  { keys: ['Space', 'Ctrl+Click'], what: 'keysSelect' },
  { keys: ['Shift+↑', 'Shift+Click'], what: 'keysRange' },
  { keys: ['Ctrl+A'], what: 'keysAll' },
  { keys: ['Ctrl+C', 'Ctrl+X', 'Ctrl+V'], what: 'keysClipboard' },
  { keys: ['Shift+F10'], what: 'keysMenu' },
  { keys: ['Enter'], what: 'keysOpen' },
  { keys: ['F2'], what: 'keysRename' },
  { keys: ['Delete'], what: 'keysDelete' },
  { keys: ['Backspace'], what: 'keysUp' },
  { keys: ['Esc'], what: 'keysCancel' },
  { keys: ['PageUp', 'PageDown'], what: 'keysPage' },
] as const;

/** The list of shortcuts, under `?` and in the user menu. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <Dialog open title={t('shortcuts')} footer={null} onCancel={onClose}>
      <dl className={styles['keys']}>
        {shortcuts.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
