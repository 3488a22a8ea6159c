import { useRef, useState, type DragEvent } from 'react';
import { pickedFromDrop, type PickedFile } from '../../files/picked-file.js';
import type { Folder } from '../api/folder.js';
import { isWithin, parentOf } from '../file-names.js';
import type { MoveCopyMode } from '../move-copy/move-or-copy.js';
import { isSelected, type SelectionState } from '../selection/selection-state.js';
import { DropCatcher } from './drop-catcher.js';
import styles from './drag-badge.module.css';
import { indexOf } from './use-entry-events.js';
import type { Selection } from '../selection/use-selection.js';
import type { FileEntry } from '../file-space.js';

/** Says that entries of this page are dragged; what they are, only this window knows. */
const entriesType = 'application/x-clusterdesk-entries';

/** The entries being dragged; all of a large folder are only asked for when they are dropped. */
interface Dragged {
  known: readonly FileEntry[];
  resolve: () => Promise<readonly FileEntry[] | null>;
}

let dragged: Dragged | null = null;

const has = (event: DragEvent, type: string): boolean => event.dataTransfer.types.includes(type);

/** Firefox lets a text be the target of a drag, not the element that it stands in. */
const elementOf = ({ target }: { target: EventTarget | null }): Element | null =>
  target instanceof Element ? target : target instanceof Node ? target.parentElement : null;

const dropDirOf = (event: { target: EventTarget | null }): string | null =>
  elementOf(event)?.closest<HTMLElement>('[data-drop-dir]')?.dataset['dropDir'] ?? null;

/** Whether the dragged entries make sense in a folder: not in themselves, and not where they are already. */
const mayDrop = (dir: string): boolean =>
  dragged?.known.every(
    (item) => parentOf(item.path) !== dir && !(item.directory && isWithin(dir, item.path)),
  ) ?? false;

/** What of a selection is here already; of all of a large folder, only a part. */
const knownOf = (folder: Folder, selection: SelectionState): FileEntry[] =>
  selection.isInverted
    ? folder
        .itemsHere(0, (folder.total ?? 0) - 1)
        .filter((item) => isSelected(selection, item.path))
    : [...selection.marked.values()];

interface EntryDrag {
  dir: string;
  folder: Folder;
  selection: Selection;
  /** Counts what is dragged, for the picture under the pointer. */
  label: (count: number) => string;
  onFiles: (dir: string, picked: PickedFile[]) => void;
  onEntries: (mode: MoveCopyMode, items: readonly FileEntry[], dir: string) => void;
  /** The browser could not read these of what was dropped. */
  onUnreadable: (paths: readonly string[]) => void;
  /** The dragged entries could not be fetched. */
  onFailed: () => void;
}

/** What stands under the pointer in place of the one row: the icon of the entry that was taken, and its name or how many they are. */
function showBadge(event: DragEvent, text: string): void {
  const badge = document.createElement('div');
  badge.className = styles['badge'] ?? '';
  const icon = elementOf(event)?.closest('[data-index]')?.querySelector('span[data-icon]');
  const caption = document.createElement('span');
  caption.textContent = text;
  badge.append(...(icon ? [icon.cloneNode(true)] : []), caption);
  document.body.append(badge);
  event.dataTransfer.setDragImage(badge, 12, 12);
  setTimeout(() => badge.remove());
}

/**
 * Dragging: files and folders from the desktop onto the page or onto a folder; entries onto folders and parts of the
 * breadcrumb (`data-drop-dir`), where they are moved, or copied with Ctrl. `over` is the folder that would take the drop.
 */
export function useEntryDrag(drag: EntryDrag) {
  const [over, setOver] = useState<string | null>(null);
  const [isFromDesktop, setIsFromDesktop] = useState(false);
  const catcher = useRef<DropCatcher>(null);
  const end = (): void => {
    catcher.current?.stop();
    setOver(null);
    setIsFromDesktop(false);
  };
  const takeFiles = (event: DragEvent | globalThis.DragEvent): void => {
    const dir = dropDirOf(event) ?? drag.dir;
    end();
    event.preventDefault();
    void pickedFromDrop(event.dataTransfer?.items ?? []).then(({ picked, unreadable }) => {
      if (picked.length > 0 || unreadable.length === 0) {
        drag.onFiles(dir, picked);
      }
      if (unreadable.length > 0) {
        drag.onUnreadable(unreadable);
      }
    });
  };
  const onDrag = (event: DragEvent): void => {
    const target = dropDirOf(event);
    if (has(event, 'Files')) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      catcher.current ??= new DropCatcher();
      catcher.current.watch(event.target, takeFiles);
      setIsFromDesktop(true);
      setOver(target);
    } else if (has(event, entriesType)) {
      const isGood = target !== null && mayDrop(target);
      if (isGood) {
        event.preventDefault();
        event.dataTransfer.dropEffect = event.ctrlKey ? 'copy' : 'move';
      }
      setOver(isGood ? target : null);
    }
  };
  return {
    over,
    isFromDesktop,
    onDragStart: (event: DragEvent): void => {
      const index = indexOf(event);
      const item = index === null ? undefined : drag.folder.itemAt(index);
      if (index === null || !item) {
        event.preventDefault();
        return;
      }
      const { selection } = drag;
      const isAlone = !isSelected(selection.state, item.path);
      if (isAlone) {
        selection.select(index);
      }
      dragged = isAlone
        ? { known: [item], resolve: () => Promise.resolve([item]) }
        : { known: knownOf(drag.folder, selection.state), resolve: selection.resolve };
      event.dataTransfer.setData(entriesType, '');
      event.dataTransfer.effectAllowed = 'copyMove';
      const count = isAlone ? 1 : selection.count;
      showBadge(event, count === 1 ? item.localPath : drag.label(count));
    },
    onDragEnd: (): void => {
      dragged = null;
      end();
    },
    onDragEnter: onDrag,
    onDragOver: onDrag,
    onDragLeave: (event: DragEvent): void => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) {
        end();
      }
    },
    onDrop: (event: DragEvent): void => {
      if (has(event, 'Files')) {
        takeFiles(event);
        return;
      }
      const target = dropDirOf(event);
      end();
      if (dragged && target !== null && mayDrop(target)) {
        event.preventDefault();
        const mode = event.ctrlKey ? 'copy' : 'move';
        dragged
          .resolve()
          .then((items) => items && drag.onEntries(mode, items, target), drag.onFailed);
      }
    },
  };
}
