import { Skeleton } from 'antd';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIsNarrow } from '../../lib/dom/use-is-narrow.js';
import { BackLink } from '../form/back-link.js';
import styles from './list-and-detail.module.css';

interface ListAndDetailProps {
  list: ReactNode;
  /** What is chosen in the list, in full; null where nothing is. */
  detail: ReactNode;
  /** What the way back to the list is called, where only one of the two has room. */
  backLabel: string;
}

/** Gives the focus to what took the place of the other part: what had it is gone. */
function useFocusOnChange(element: RefObject<HTMLElement | null>, shown: string | null): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown !== null && before.current !== null && shown !== before.current) {
      element.current?.focus({ preventScroll: true });
    }
    before.current = shown;
  }, [element, shown]);
}

/**
 * A list and beside it the item that is chosen there (`useChosenItem`). On a phone one of the two: the list, then the item
 * with a way back.
 */
export function ListAndDetail({ list, detail, backLabel }: ListAndDetailProps): ReactNode {
  const isNarrow = useIsNarrow();
  const { pathname } = useLocation();
  const part = useRef<HTMLDivElement>(null);
  const hasDetail = Boolean(detail);
  useFocusOnChange(part, isNarrow ? (hasDetail ? 'detail' : 'list') : null);
  // The same places in both shapes: a phone that is turned loses nothing of what is being edited.
  return (
    <div
      ref={part}
      tabIndex={-1}
      className={`${styles['columns']} ${isNarrow ? styles['narrow'] : ''}`}
    >
      {!(isNarrow && hasDetail) && <div className={styles['part']}>{list}</div>}
      {hasDetail && (
        <div className={styles['part']}>
          {isNarrow && (
            <span className={styles['back']}>
              <BackLink to={pathname}>{backLabel}</BackLink>
            </span>
          )}
          {detail}
        </div>
      )}
    </div>
  );
}

/** The shape of such a page while it loads. */
export function ListAndDetailSkeleton(): ReactNode {
  const { t } = useTranslation('common');
  const isNarrow = useIsNarrow();
  return (
    <div
      className={`${styles['columns']} ${isNarrow ? styles['narrow'] : ''}`}
      role="status"
      aria-label={t('loading')}
    >
      <div className={`card ${styles['skeleton']}`}>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
      {!isNarrow && (
        <div className={`card ${styles['skeleton']}`}>
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        </div>
      )}
    </div>
  );
}
