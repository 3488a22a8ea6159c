import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { menuOf, type FileAction } from './file-actions.js';
import { useWidth } from '../../../../shared/lib/dom/use-width.js';
import { countFitting } from './fitting.js';
import styles from './tool-bar.module.css';

function ToolButton({ action, isPrimary }: { action: FileAction; isPrimary: boolean }): ReactNode {
  return (
    <Button
      {...(isPrimary ? { type: 'primary' as const } : {})}
      className={`${styles['tool']} ${action.isDangerous ? styles['danger'] : ''}`}
      icon={action.icon}
      aria-label={action.label}
      title={action.keys ? `${action.label} (${action.keys})` : action.label}
      loading={action.isBusy ?? false}
      disabled={action.isDisabled ?? false}
      onClick={action.run}
    >
      <span className={styles['label']}>{action.label}</span>
    </Button>
  );
}

/**
 * The menu of what does not fit. It is gone before the chosen action runs: one that fades away would take the next Escape from
 * the dialog that the action opened, and the focus goes back to where it came from.
 */
function MoreMenu({ groups }: { groups: readonly FileAction[][] }): ReactNode {
  const { t } = useTranslation('disk');
  const button = useRef<HTMLButtonElement>(null);
  const [menuCount, setMenuCount] = useState(0);
  const menu = menuOf(groups);
  return (
    <Dropdown
      key={menuCount}
      menu={{
        ...menu,
        onClick: (info) => {
          flushSync(() => setMenuCount(menuCount + 1));
          button.current?.focus({ preventScroll: true });
          menu.onClick?.(info);
        },
      }}
      trigger={['click']}
      placement="bottomRight"
    >
      <Button ref={button} icon={<EllipsisOutlined />} aria-label={t('more')} title={t('more')} />
    </Dropdown>
  );
}

/** The page's actions in groups, the first as the primary one; what does not fit is in a menu. */
export function ToolBar({ groups }: { groups: readonly FileAction[][] }): ReactNode {
  const { t } = useTranslation('disk');
  const bar = useRef<HTMLDivElement>(null);
  const width = useWidth(bar);
  const [widths, setWidths] = useState<readonly number[]>([]);
  const actions = groups.flat();
  const ids = actions.map((action) => action.id).join();
  // All are drawn once, unseen where they do not fit: their widths depend on the language and the screen.
  useLayoutEffect(() => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])];
    setWidths(buttons.map((button) => button.offsetWidth));
  }, [ids, width]);
  const shown = widths.length === 0 ? actions.length : countFitting(widths, width);
  const firstOfGroup = new Set(groups.slice(1).map((group) => group[0]?.id));
  const rest = groups.map((group) => group.filter((action) => actions.indexOf(action) >= shown));
  return (
    <div ref={bar} className={styles['bar']} role="toolbar" aria-label={t('toolbar')}>
      {actions.map((action, index) => (
        <span
          key={action.id}
          data-tool={action.id}
          className={`${styles['slot']} ${index >= shown ? styles['hidden'] : ''} ${firstOfGroup.has(action.id) ? styles['newGroup'] : ''}`}
        >
          <ToolButton action={action} isPrimary={index === 0} />
        </span>
      ))}
      {shown < actions.length && (
        <span className={styles['more']}>
          <MoreMenu groups={rest} />
        </span>
      )}
    </div>
  );
}
