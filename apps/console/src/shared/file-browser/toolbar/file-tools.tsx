import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../lib/format/format.js';
import { actionsOf, type ActionScope, type FileActionSet } from '../actions/action-scope.js';
import { fileActions } from '../actions/file-actions.js';
import type { Selection } from '../selection/use-selection.js';
import { ToolBar } from './tool-bar.js';
import styles from './tool-bar.module.css';

/** Bytes of the selected files; null where a folder is among them, or not all are known. */
function selectedBytes({ state, count }: Selection): number | null {
  const items = [...state.marked.values()];
  const isKnown = !state.isInverted && count > 0 && items.every((item) => !item.directory);
  return isKnown ? items.reduce((sum, { size }) => sum + size, 0) : null;
}

interface FileToolsProps {
  scope: ActionScope;
  actions: FileActionSet;
}

/** The bar of the file browser: what makes something new, or while something is selected what can be done with that. */
export function FileTools({ scope, actions }: FileToolsProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const { selection, clipboard, isSearch } = scope;
  if (selection.count === 0) {
    const create = isSearch ? [] : [...actions.create];
    const paste = clipboard.canPaste && !isSearch ? [fileActions.paste] : [];
    const adding = actionsOf([...create, ...paste], scope);
    return (
      <ToolBar
        key="create"
        groups={[adding, actionsOf(actions.page, scope)].filter((group) => group.length > 0)}
        hasPrimary={!isSearch && adding.length > 0}
      />
    );
  }
  const bytes = selectedBytes(selection);
  return (
    <ToolBar
      key="selected"
      isSelecting
      hasPrimary={false}
      groups={actions.selected
        .map((group) => actionsOf(group, scope))
        .filter((group) => group.length > 0)}
      lead={
        <span className={styles['lead']}>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('files:clearSelection')}
            title={`${t('files:clearSelection')} (Esc)`}
            onClick={selection.clear}
          />
          <span aria-live="polite">
            {t('files:selected', { count: selection.count })}
            {bytes !== null && ` · ${formatSize(bytes)}`}
          </span>
        </span>
      }
    />
  );
}
