import { Skeleton } from 'antd';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openPdf } from './open-pdf.js';
import type { ViewProps } from './view-props.js';
import styles from './preview.module.css';

const maxPixelRatio = 2;
/** Of a page that is not drawn yet: A4. */
const usualRatio = 1.414;

interface PageProps {
  pdf: PDFDocumentProxy;
  number: number;
  frame: HTMLElement | null;
}

/** One page, drawn when it comes near the view and dropped when it is far from it. */
function PdfPage({ pdf, number, frame }: PageProps): ReactNode {
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
  }, [isNear, pdf, number]);
  return (
    <canvas
      ref={canvas}
      className={styles['page']}
      style={{ aspectRatio: `1 / ${ratio}` }}
      role="img"
      aria-label={t('page', { number })}
    />
  );
}

/** A PDF drawn page by page to canvas; its scripts, forms and links are left out. */
export function PdfView({ url, fallback }: ViewProps): ReactNode {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    const loading = openPdf(url);
    let isGone = false;
    loading.promise.then(
      (document) => !isGone && setPdf(document),
      () => !isGone && setIsBroken(true),
    );
    return () => {
      isGone = true;
      void loading.destroy();
    };
  }, [url]);
  if (isBroken) {
    return fallback;
  }
  if (!pdf) {
    return <Skeleton active className={styles['waiting'] ?? ''} />;
  }
  return (
    <div ref={setFrame} className={styles['pages']} tabIndex={0}>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <PdfPage key={index} pdf={pdf} number={index + 1} frame={frame} />
      ))}
    </div>
  );
}
