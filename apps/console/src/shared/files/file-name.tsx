import type { ReactNode } from 'react';
import styles from './file-name.module.css';
import {
  isShortName,
  piecesOf,
  seenName,
  tailStart,
  widthOf,
} from '@clusterdesk/contracts/name-parts';

interface FileNameProps {
  name: string;
  /** What a search found is marked. */
  searched?: string;
  /** Below each other, for tiles: at most two lines. */
  isTile?: boolean;
  /** Absent: the name itself is told on hover; null: another element tells it. */
  title?: null;
}

/** Two lines of a tile hold about so many Latin letters. */
const tileWidth = 26;
function Pieces({
  name,
  from,
  to,
  searched,
}: {
  name: string;
  from: number;
  to: number;
  searched: string;
}) {
  return piecesOf(name, from, to, searched).map(({ text, isBlank, isUnseen, isHit }, index) =>
    isHit ? (
      <mark key={index} className={styles['hit']}>
        {text}
      </mark>
    ) : isBlank || isUnseen ? (
      <span key={index} className={styles['blank']}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}

/**
 * The name of a file, cut in its middle where there is no room for all: the end with its extension stays. Blanks at its ends
 * and signs that nobody would see are shown, right-to-left names keep their order.
 */
export function FileName({ name, searched = '', isTile, title }: FileNameProps): ReactNode {
  const isWhole = isTile ? widthOf(name) <= tileWidth : isShortName(name);
  const at = isWhole ? name.length : tailStart(name);
  const isSplit = at < name.length;
  const style = isTile ? (isSplit ? 'splitLines' : 'lines') : isSplit ? 'split' : 'name';
  const piece = { name, searched };
  return (
    <span
      dir="auto"
      className={styles[style]}
      {...(title === null ? {} : { title: seenName(name) })}
    >
      {isSplit ? (
        <>
          <span>
            <Pieces {...piece} from={0} to={at} />
          </span>
          <span>
            <Pieces {...piece} from={at} to={name.length} />
          </span>
        </>
      ) : (
        <Pieces {...piece} from={0} to={name.length} />
      )}
    </span>
  );
}
