import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { FileEntry } from '../file-space.js';
import { FileIcon } from '../view/entry/file-icon.js';
import styles from './thumbnail.module.css';
import { thumbnailQuery } from './thumbnail-query.js';

/** A small picture of what a file shows; the icon of its kind until it is there, and whenever there is none. */
export function Thumbnail({ item, isWide }: { item: FileEntry; isWide?: boolean }): ReactNode {
  const { data } = useQuery(thumbnailQuery(item));
  const [broken, setBroken] = useState<string>();
  return (
    <span className={isWide ? styles['wide'] : styles['box']} aria-hidden>
      {data && data !== broken ? (
        // The tile is dragged, not the picture in it; the name stands beside it.
        <img src={data} alt="" draggable={false} onError={() => setBroken(data)} />
      ) : (
        <FileIcon item={item} isLarge />
      )}
    </span>
  );
}
