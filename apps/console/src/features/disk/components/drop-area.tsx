import { CloudUploadOutlined } from '@ant-design/icons';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pickedFromDrop, type PickedFile } from '../../../shared/files/picked-file.js';
import styles from './files.module.css';

interface DropAreaProps {
  onPick: (picked: PickedFile[]) => void;
  onUnreadable: () => void;
  children: ReactNode;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Takes files and folders that are dropped on the page. */
export function DropArea({ onPick, onUnreadable, children }: DropAreaProps): ReactNode {
  const { t } = useTranslation('disk');
  const [isOver, setIsOver] = useState(false);
  // Enter and leave come for every element inside; only the balance tells.
  const depth = useRef(0);
  const move = (event: DragEvent, step: number): void => {
    if (hasFiles(event)) {
      event.preventDefault();
      depth.current += step;
      setIsOver(depth.current > 0);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    depth.current = 0;
    setIsOver(false);
    pickedFromDrop(event.dataTransfer.items).then(onPick, onUnreadable);
  };
  return (
    <div
      className={styles['dropArea']}
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => move(event, 0)}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className={styles['dropHint']} aria-hidden>
          <CloudUploadOutlined />
          {t('dropHere')}
        </div>
      )}
    </div>
  );
}
