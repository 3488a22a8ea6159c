import { Modal } from 'antd';
import { Command } from 'cmdk';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../shared/ui/dialog/dialog.js';
import { matching, type PaletteGroup } from './palette-entry.js';
import styles from './palette.module.css';
import { useCommands } from './use-commands.js';
import { useFound } from './use-found.js';

interface PaletteProps {
  onHelp: () => void;
  onClose: () => void;
}

/** Goes anywhere and does anything by a few letters: pages, actions, files, jobs and users. */
export function Palette({ onHelp, onClose }: PaletteProps): ReactNode {
  const { t } = useTranslation('palette');
  useFocusBack(true);
  const [typed, setTyped] = useState('');
  const { pages, actions } = useCommands(onHelp);
  const found = useFound(typed);
  const groups: PaletteGroup[] = [
    { heading: t('palettePages'), entries: matching(pages, typed) },
    { heading: t('paletteActions'), entries: matching(actions, typed) },
    ...found.groups,
  ].filter(({ entries }) => entries.length > 0);
  return (
    <Modal
      open
      title={t('paletteLabel')}
      classNames={{ header: 'visually-hidden' }}
      className={styles['dialog'] ?? ''}
      width={620}
      footer={null}
      closable={false}
      mask={{ blur: false }}
      onCancel={onClose}
    >
      <Command shouldFilter={false} loop label={t('paletteLabel')}>
        <Command.Input
          autoFocus
          className={styles['field']}
          value={typed}
          maxLength={255}
          placeholder={t('palettePlaceholder')}
          onValueChange={setTyped}
        />
        <Command.List className={styles['list']}>
          {groups.map(({ heading, entries }) => (
            <Command.Group key={heading} heading={heading} className={styles['group']}>
              {entries.map(({ id, label, hint, icon, act }) => (
                <Command.Item
                  key={id}
                  value={id}
                  className={styles['entry']}
                  onSelect={() => {
                    onClose();
                    act();
                  }}
                >
                  <span className={styles['icon']} aria-hidden>
                    {icon}
                  </span>
                  <span className={styles['label']}>{label}</span>
                  {hint && <span className={styles['hint']}>{hint}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <p className={styles['foot']} role="status">
          {found.failure
            ? t('paletteFailed', { message: found.failure })
            : found.isSearching
              ? t('paletteSearching')
              : groups.length === 0
                ? t('paletteNone', { key: typed.trim() })
                : t('paletteKeys')}
        </p>
      </Command>
    </Modal>
  );
}
