import { memo, type ReactNode } from 'react';
import { colouredLine } from './window/line-text.js';
import styles from './log-view.module.css';

interface LogLineProps {
  raw: string;
  /** The line without its colours. */
  plain: string;
  /** What is searched for; empty: nothing. */
  wanted: string;
}

function marked(text: string, wanted: string): ReactNode[] {
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(
      text.slice(from, at),
      <mark key={at} className={styles['hit']}>
        {text.slice(at, at + wanted.length)}
      </mark>,
    );
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}

/** A line in the colours it was written in; where it has what is searched for, that is marked and the colours rest. */
export const LogLine = memo(function LogLine({ raw, plain, wanted }: LogLineProps): ReactNode {
  if (wanted !== '' && plain.toLowerCase().includes(wanted.toLowerCase())) {
    return marked(plain, wanted.toLowerCase());
  }
  if (plain === '') {
    return '\u00a0';
  }
  return raw.includes('\u001b[')
    ? colouredLine(raw).map(({ text, colour, isBold }, at) => (
        <span
          // eslint-disable-next-line react/no-array-index-key -- the pieces of a line never change their order
          key={at}
          className={`${colour && 'name' in colour ? styles[colour.name] : ''} ${isBold ? styles['bold'] : ''}`}
          {...(colour && 'css' in colour ? { style: { color: colour.css } } : {})}
        >
          {text}
        </span>
      ))
    : plain;
});
