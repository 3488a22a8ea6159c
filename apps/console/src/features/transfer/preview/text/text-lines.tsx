import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Piece } from './highlight.js';
import styles from '../preview.module.css';

const lineHeight = 20;
/** A longer line is cut: the browser would lay out all of it at once. */
const maxLineLength = 4_000;
/** More than this is shown without colours: they take a second for each megabyte. */
const maxColoured = 300_000;

const plainLines = (text: string): Piece[][] =>
  text.split(/\r\n|\r|\n/).map((line) => [{ text: line, className: '' }]);

/** Lines at once, in colours when the highlighter is there. */
function useLines(text: string, extension: string): Piece[][] {
  const plain = useMemo(() => plainLines(text), [text]);
  const [coloured, setColoured] = useState<Piece[][] | null>(null);
  useEffect(() => {
    let isGone = false;
    if (text.length <= maxColoured) {
      import('./highlight.js')
        .then(({ highlightLines }) => highlightLines(text.replace(/\r\n?/g, '\n'), extension))
        .then((lines) => !isGone && setColoured(lines))
        .catch(() => undefined); // without colours it is as readable
    }
    return () => {
      isGone = true;
    };
  }, [text, extension]);
  return coloured ?? plain;
}

function cut(line: Piece[]): Piece[] {
  let left = maxLineLength;
  const kept: Piece[] = [];
  for (const { text, className } of line) {
    kept.push({ text: text.slice(0, left), className });
    left -= text.length;
    if (left <= 0) {
      return [...kept, { text: '…', className: '' }];
    }
  }
  return kept;
}

/** A text with line numbers, in colours where its language is known; only the lines in view are in the page. */
export function TextLines({ text, extension }: { text: string; extension: string }): ReactNode {
  const lines = useLines(text, extension);
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  });
  const gutter = `${String(lines.length).length + 1}ch`;
  return (
    <div ref={frame} className={styles['code']} tabIndex={0} role="document" data-own-arrows>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map((row) => (
          <div
            key={row.key}
            className={styles['codeLine']}
            style={{ transform: `translateY(${row.start}px)`, height: lineHeight }}
          >
            <span className={styles['number']} style={{ width: gutter }} aria-hidden>
              {row.index + 1}
            </span>
            <span>
              {cut(lines[row.index] ?? []).map((piece, index) => (
                <span key={index} className={piece.className}>
                  {piece.text}
                </span>
              ))}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
