import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button, InputNumber, Skeleton } from 'antd';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type ReactNode, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { openPdf } from './open-pdf.js';
import { PlainCard } from './plain-card.js';
import type { ViewProps } from './view-props.js';
import styles from './preview.module.css';

const maxPixelRatio = 2;
const [minZoom, maxZoom, zoomStep] = [0.5, 4, 1.25];
/** Of a page that is not drawn yet: A4. */
const usualRatio = 1.414;

/** pdf.js has this name for a document that opens with a password only. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

interface PageProps {
  /** 1: as wide as the view, at most 900 pixels. */
  zoom: number;
  pdf: PDFDocumentProxy;
  number: number;
  frame: HTMLElement | null;
}

/** One page, drawn when it comes near the view and dropped when it is far from it. */
function PdfPage({ zoom, pdf, number, frame }: PageProps): ReactNode {
  const { t } = useTranslation('transfer');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [ratio, setRatio] = useState(usualRatio);
  useEffect(() => {
    const node = canvas.current;
    if (!node) {
      return undefined;
    }
    const observer = new IntersectionObserver(
      ([entry]) => setIsNear(entry?.isIntersecting ?? false),
      { root: frame, rootMargin: '100% 0px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [frame]);
  useEffect(() => {
    const node = canvas.current;
    if (!isNear || !node) {
      return undefined;
    }
    let stop = (): void => undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      if (isGone) {
        return;
      }
      setRatio(height / width);
      const pixels = node.clientWidth * Math.min(maxPixelRatio, window.devicePixelRatio);
      const viewport = page.getViewport({ scale: pixels / width });
      node.width = viewport.width;
      node.height = viewport.height;
      const task = page.render({ canvas: node, viewport });
      stop = () => task.cancel();
      await task.promise;
      node.dataset['drawn'] = 'true';
    };
    draw().catch(() => undefined); // a page that cannot be drawn stays white; the others are drawn
    return () => {
      isGone = true;
      stop();
      node.width = 0; // gives its memory back
    };
  }, [isNear, pdf, number, zoom]);
  return (
    <canvas
      ref={canvas}
      className={styles['page']}
      data-page={number}
      style={{ aspectRatio: `1 / ${ratio}`, width: `calc(min(900px, 100%) * ${zoom})` }}
      role="img"
      aria-label={t('page', { number })}
    />
  );
}

/** A PDF drawn page by page to canvas, with the page one is at and its size; its scripts, forms and links are left out. */
export function PdfView({ item, url, fallback }: ViewProps): ReactNode {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [failure, setFailure] = useState<'locked' | 'broken' | null>(null);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [here, setHere] = useState(1);
  const [zoom, setZoom] = useState(1);
  const { t } = useTranslation('transfer');
  useEffect(() => {
    const loading = openPdf(url);
    let isGone = false;
    loading.promise.then(
      (document) => !isGone && setPdf(document),
      (error: unknown) => !isGone && setFailure(isLocked(error) ? 'locked' : 'broken'),
    );
    return () => {
      isGone = true;
      void loading.destroy();
    };
  }, [url]);
  if (failure) {
    return failure === 'locked' ? <PlainCard item={item} note={t('pdfLocked')} /> : fallback;
  }
  if (!pdf) {
    return <Skeleton active className={styles['waiting'] ?? ''} />;
  }
  const goTo = (page: number): void => {
    const number = Math.min(pdf.numPages, Math.max(1, Math.round(page)));
    frame?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: 'start' });
    setHere(number);
  };
  const changeZoom = (factor: number): void =>
    setZoom((now) => Math.min(maxZoom, Math.max(minZoom, now * factor)));
  const onScroll = (event: UIEvent<HTMLElement>): void => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const pages = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-page]')];
    const shown = pages.findLast((page) => page.getBoundingClientRect().top < top + height / 2);
    setHere(Number(shown?.dataset['page'] ?? 1));
  };
  return (
    <>
      <div className={styles['viewTools']} role="toolbar" aria-label={t('viewTools')}>
        <InputNumber
          size="small"
          min={1}
          max={pdf.numPages}
          value={here}
          controls={false}
          aria-label={t('pageNumber')}
          className={styles['pageNumber'] ?? ''}
          onChange={(value) => value !== null && goTo(value)}
        />
        <span>/ {pdf.numPages}</span>
        <Button
          type="text"
          icon={<ZoomOutOutlined />}
          aria-label={t('zoomOut')}
          title={t('zoomOut')}
          onClick={() => changeZoom(1 / zoomStep)}
        />
        <span>{Math.round(zoom * 100)}%</span>
        <Button
          type="text"
          icon={<ZoomInOutlined />}
          aria-label={t('zoomIn')}
          title={t('zoomIn')}
          onClick={() => changeZoom(zoomStep)}
        />
      </div>
      <div
        ref={setFrame}
        className={styles['pages']}
        tabIndex={0}
        data-own-arrows
        onScroll={onScroll}
      >
        {Array.from({ length: pdf.numPages }, (_, index) => (
          <PdfPage key={index} zoom={zoom} pdf={pdf} number={index + 1} frame={frame} />
        ))}
      </div>
    </>
  );
}
