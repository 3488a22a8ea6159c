import {
  ExpandOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import { fetchBytes } from './fetch-bytes.js';
import { extensionOf } from './preview-kind.js';
import type { ViewProps } from './view-props.js';
import styles from './preview.module.css';

/** An SVG as a data URL: an image element runs no scripts, and the URL opens nowhere else. */
async function svgUrl(url: string): Promise<string> {
  const response = await fetchBytes(url);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}`;
}

const maxScale = 20;
const quarter = 90;

/** An image as the browser draws it, to be zoomed, moved and turned; whatever else stands in the file is never run. */
export function ImageView({ item, url, fallback }: ViewProps): ReactNode {
  const { t } = useTranslation('transfer');
  const isSvg = extensionOf(item.localPath) === 'svg';
  const [source, setSource] = useState(isSvg ? null : url);
  const [isBroken, setIsBroken] = useState(false);
  const [isHere, setIsHere] = useState(false);
  const [turned, setTurned] = useState(0);
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
  const tool = (label: string, icon: ReactNode, run: () => void): ReactNode => (
    <Button type="text" icon={icon} aria-label={label} title={label} onClick={run} />
  );
  return (
    <TransformWrapper maxScale={maxScale} centerOnInit doubleClick={{ mode: 'toggle' }}>
      {({ zoomIn, zoomOut, resetTransform }) => (
        <>
          <div className={styles['viewTools']} role="toolbar" aria-label={t('viewTools')}>
            {tool(t('zoomOut'), <ZoomOutOutlined />, () => void zoomOut())}
            {tool(t('zoomIn'), <ZoomInOutlined />, () => void zoomIn())}
            {tool(t('fit'), <ExpandOutlined />, () => void resetTransform())}
            {tool(t('turn'), <RotateRightOutlined />, () => setTurned((turned + quarter) % 360))}
          </div>
          <TransformComponent
            wrapperClass={styles['zoomFrame'] ?? ''}
            contentClass={styles['zoomContent'] ?? ''}
          >
            {!isHere && <Skeleton.Node active className={styles['imageWaiting'] ?? ''} />}
            <img
              className={`${styles['image']} ${turned % 180 === 0 ? '' : styles['sideways']}`}
              style={{ transform: `rotate(${turned}deg)` }}
              src={source}
              alt={item.localPath}
              draggable={false}
              onLoad={() => setIsHere(true)}
              onError={() => setIsBroken(true)}
            />
          </TransformComponent>
        </>
      )}
    </TransformWrapper>
  );
}
