import { Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { extensionOf } from './preview-kind.js';
import type { ViewProps } from './view-props.js';
import styles from './preview.module.css';

/** An SVG as a data URL: an image element runs no scripts, and the URL opens nowhere else. */
async function svgUrl(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(String(response.status));
  }
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}`;
}

/** An image as the browser draws it; whatever else stands in the file is never run. */
export function ImageView({ item, url, fallback }: ViewProps): ReactNode {
  const isSvg = extensionOf(item.localPath) === 'svg';
  const [source, setSource] = useState(isSvg ? null : url);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    if (isSvg) {
      svgUrl(url).then(setSource, () => setIsBroken(true));
    }
  }, [isSvg, url]);
  if (isBroken) {
    return fallback;
  }
  if (source === null) {
    return <Skeleton active className={styles['waiting'] ?? ''} />;
  }
  return (
    <img
      className={styles['image']}
      src={source}
      alt={item.localPath}
      onError={() => setIsBroken(true)}
    />
  );
}

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
