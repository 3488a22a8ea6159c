import { useState, type ReactNode } from 'react';
import type { ViewProps } from './view-props.js';
import styles from './preview.module.css';

/** Sound or film; the browser fetches the parts it needs. */
export function MediaView({
  item,
  url,
  fallback,
  isVideo,
}: ViewProps & { isVideo: boolean }): ReactNode {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return fallback;
  }
  const shared = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': item.localPath,
    onError: () => setIsBroken(true),
  };
  return isVideo ? (
    <video className={styles['image']} {...shared} />
  ) : (
    <audio className={styles['audio']} {...shared} />
  );
}
