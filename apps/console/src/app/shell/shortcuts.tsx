import { Modal } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../../shared/lib/dom/is-typing.js';
import styles from './shell.module.css';

const shortcuts = [
  { keys: ['?'], what: 'keysHelp' },
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

/** The list of shortcuts, under `?`. */
export function Shortcuts(): ReactNode {
  const { t } = useTranslation('shell');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === '?' && !isTyping(event.target)) {
        setIsOpen(true);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Modal
      open={isOpen}
      centered
      title={t('shortcuts')}
      footer={null}
      mask={{ blur: false }}
      onCancel={() => setIsOpen(false)}
    >
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
    </Modal>
  );
}
