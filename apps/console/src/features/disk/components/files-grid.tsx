import type { DiskItem } from '@clusterdesk/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusItem } from '../../../shared/ui/focus-item.js';
import { formatSize } from '../../../shared/ui/format.js';
import { isSecondTap } from '../../../shared/ui/second-tap.js';
import { useWidth } from '../../../shared/ui/use-width.js';
import { FileIcon } from './file-icon.js';
import styles from './files.module.css';

interface FilesGridProps {
  items: readonly DiskItem[];
  selection: ReadonlySet<string>;
  onSelectionChange: (selection: Set<string>) => void;
  onOpen: (item: DiskItem) => void;
  isFresh: (item: DiskItem) => boolean;
}

const tileWidth = 136;
const tileHeight = 140;

/** The folder as tiles; only the visible rows are in the page. */
export function FilesGrid(props: FilesGridProps): ReactNode {
  const { t } = useTranslation(['disk', 'common']);
  const { items, selection, onSelectionChange, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const perRow = Math.max(1, Math.floor((width - 16) / tileWidth));
  const virtualizer = useVirtualizer({
    count: Math.ceil(items.length / perRow),
    getScrollElement: () => frame.current,
    estimateSize: () => tileHeight,
    overscan: 4,
  });

  const toggle = (item: DiskItem): void => {
    const next = new Set(selection);
    if (!next.delete(item.path)) {
      next.add(item.path);
    }
    onSelectionChange(next);
  };
  const onClick = (event: MouseEvent, item: DiskItem): void => {
    if ((event.target as Element).closest('.ant-checkbox-wrapper')) {
      return;
    }
    if (isSecondTap(event, selection.has(item.path))) {
      onOpen(item);
    } else if (event.ctrlKey || event.metaKey) {
      toggle(item);
    } else {
      onSelectionChange(new Set([item.path]));
    }
  };
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: perRow,
    ArrowUp: -perRow,
  };
  const onKeyDown = (event: KeyboardEvent, item: DiskItem, index: number): void => {
    if (event.target !== event.currentTarget) {
      return;
    }
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(items.length - 1, index + step));
      virtualizer.scrollToIndex(Math.floor(next / perRow));
      focusItem(frame.current, `[data-tile="${next}"]`);
    } else if (event.key === ' ') {
      event.preventDefault();
      toggle(item);
    } else if (event.key === 'Enter') {
      onOpen(item);
    }
  };
  return (
    <div
      ref={frame}
      className={`card ${styles['grid']}`}
      role="listbox"
      aria-label={t('disk:myFiles')}
      aria-multiselectable
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map((row) => (
          <div
            key={row.key}
            className={styles['gridRow']}
            style={{
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))`,
            }}
          >
            {items.slice(row.index * perRow, (row.index + 1) * perRow).map((item, place) => {
              const index = row.index * perRow + place;
              const isSelected = selection.has(item.path);
              return (
                <div
                  key={item.path}
                  data-tile={index}
                  role="option"
                  aria-selected={isSelected}
                  tabIndex={0}
                  title={item.localPath}
                  className={`${styles['tile']} ${isSelected ? styles['tileSelected'] : ''} ${props.isFresh(item) ? 'just-changed' : ''}`}
                  onClick={(event) => onClick(event, item)}
                  onDoubleClick={() => onOpen(item)}
                  onKeyDown={(event) => onKeyDown(event, item, index)}
                >
                  <Checkbox
                    className={styles['tileCheck'] ?? ''}
                    tabIndex={-1}
                    aria-label={t('common:selectRow', { name: item.localPath })}
                    checked={isSelected}
                    onChange={() => toggle(item)}
                  />
                  <FileIcon item={item} isLarge />
                  <span className={styles['tileName']}>{item.localPath}</span>
                  <span className={styles['tileNote']}>
                    {item.directory ? t('disk:folder') : formatSize(item.size)}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
