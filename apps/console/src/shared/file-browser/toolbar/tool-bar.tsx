import { DownOutlined, EllipsisOutlined } from '@ant-design/icons';
import Overflow from '@rc-component/overflow';
import { Button } from 'antd';
import {
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/dom/use-is-narrow.js';
import { useRovingFocus } from '../../lib/dom/use-roving-focus.js';
import { MenuButton } from '../../ui/menu/menu-button.js';
import { menuOf, type FileAction } from './file-action.js';
import styles from './tool-bar.module.css';

interface ToolBarProps {
  groups: readonly (readonly FileAction[])[];
  /** Whether the first action is the page's primary one. */
  hasPrimary?: boolean;
  /** What stands before the actions: what is selected, a way back. */
  lead?: ReactNode;
  /** The actions are for what is selected: where there is little room, they come before what narrows the view. */
  isSelecting?: boolean;
}

interface ToolButtonProps {
  action: FileAction;
  isPrimary: boolean;
  startsGroup: boolean;
}

function ToolButton({ action, isPrimary, startsGroup }: ToolButtonProps): ReactNode {
  const button = (
    <Button
      {...(isPrimary ? { type: 'primary' as const } : {})}
      className={`${styles['tool']} ${action.isDangerous ? styles['danger'] : ''}`}
      icon={action.icon}
      aria-label={action.label}
      title={action.keys ? `${action.label} (${action.keys})` : action.label}
      loading={action.isBusy ?? false}
      disabled={action.isDisabled ?? false}
      {...(action.choices ? {} : { onClick: action.run })}
    >
      <span className={styles['label']}>{action.label}</span>
      {action.choices && <DownOutlined className={styles['arrow'] ?? ''} />}
    </Button>
  );
  return (
    <span className={`${styles['slot']} ${startsGroup ? styles['newGroup'] : ''}`}>
      {action.choices ? (
        <ActionMenu groups={[action.choices]} placement="bottomLeft">
          {button}
        </ActionMenu>
      ) : (
        button
      )}
    </span>
  );
}

interface ActionMenuProps {
  groups: readonly (readonly FileAction[])[];
  placement: 'bottomLeft' | 'bottomRight';
  children: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
}

/**
 * A menu of actions. It is gone before the chosen action runs: one that fades away would take the next Escape from the dialog
 * that the action opened, and the focus goes back to where it came from.
 */
function ActionMenu({ groups, placement, children }: ActionMenuProps): ReactNode {
  const frame = useRef<HTMLSpanElement>(null);
  const [menuCount, setMenuCount] = useState(0);
  const menu = menuOf(groups, useIsNarrow());
  return (
    <span ref={frame}>
      <MenuButton
        key={menuCount}
        autoFocus
        menu={{
          ...menu,
          className: styles['menu'] ?? '',
          onClick: (info) => {
            flushSync(() => setMenuCount(menuCount + 1));
            frame.current?.querySelector('button')?.focus({ preventScroll: true });
            menu.onClick?.(info);
          },
        }}
        placement={placement}
      >
        {children}
      </MenuButton>
    </span>
  );
}

/** The page's actions in groups; what does not fit is in a menu. */
export function ToolBar({ groups, hasPrimary = true, lead, isSelecting }: ToolBarProps): ReactNode {
  const { t } = useTranslation('files');
  const bar = useRef<HTMLDivElement>(null);
  useRovingFocus(bar);
  const actions = groups.flat();
  const firstOfGroup = new Set(groups.slice(1).map((group) => group[0]?.id));
  const moreMenu = (hidden: readonly FileAction[]): ReactNode => {
    const isHidden = new Set(hidden);
    const left = groups.map((group) => group.filter((action) => isHidden.has(action)));
    return (
      <ActionMenu groups={left} placement="bottomRight">
        <Button icon={<EllipsisOutlined />} aria-label={t('more')} title={t('more')} />
      </ActionMenu>
    );
  };
  return (
    <div
      ref={bar}
      className={styles['bar']}
      role="toolbar"
      aria-label={t('toolbar')}
      data-selecting={isSelecting || undefined}
      data-empty={(!lead && actions.length === 0) || undefined}
    >
      {lead}
      <Overflow
        className={styles['actions'] ?? ''}
        data={actions}
        itemKey="id"
        maxCount="responsive"
        itemWidth={44}
        renderItem={(action, { index }) => (
          <ToolButton
            action={action}
            isPrimary={hasPrimary && index === 0}
            startsGroup={firstOfGroup.has(action.id)}
          />
        )}
        renderRest={moreMenu}
      />
    </div>
  );
}
