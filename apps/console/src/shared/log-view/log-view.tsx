import { SearchOutlined, VerticalAlignBottomOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Switch, type InputRef } from 'antd';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../lib/dom/is-typing.js';
import { formatSize } from '../lib/format/format.js';
import { formatDateTime } from '../lib/time/format-time.js';
import { themeVariables } from '../theme/tokens.js';
import { LogLine } from './log-line.js';
import { LogSearch } from './log-search.js';
import { LogFoot } from './log-foot.js';
import type { LogMoves, LogState } from './log-stream.js';
import { useFollow } from './use-follow.js';
import { useKeptPlace } from './use-kept-place.js';
import { useLogSearch } from './use-log-search.js';
import styles from './log-view.module.css';

const lineHeight = 20;
/** So many pixels before the edge of the window what lies beyond is fetched. */
const nearEdge = 200;

/** Month, day and time of day in the platform's zone. */
const shownTime = (time: number | null): string =>
  time === null ? '' : formatDateTime(time).slice(5);

interface LogViewProps {
  log: LogState;
  label: string;
  /** Whether more may come. */
  isOpen: boolean;
  /** How the user moves through a long output. */
  moves: LogMoves;
  /** What to say when there is nothing. */
  emptyNote: string;
  onRetry: () => void;
  /** What can be done with the output, beside what every log has. */
  tools?: ReactNode;
}

/**
 * An output as it comes. It follows the newest line unless one scrolls up; only the lines in view are in the page. `/` searches.
 * New lines are not read out: a fast writer would talk without an end.
 */
export function LogView({
  log,
  label,
  isOpen,
  moves,
  emptyNote,
  onRetry,
  tools,
}: LogViewProps): ReactNode {
  const { t } = useTranslation(['log', 'common']);
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<InputRef>(null);
  const [isWrapped, setIsWrapped] = useState(true);
  const [isTimed, setIsTimed] = useState(false);
  const { lines, isLive } = log;
  const { isFollowing, follow, hold, onScroll } = useFollow(frame, content, isLive);
  useEffect(() => moves.setFollowed(isFollowing), [moves, isFollowing]);
  const virtualizer = useVirtualizer({
    count: lines.count,
    getScrollElement: () => frame.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines.first + index,
    overscan: 30,
  });
  const show = useCallback(
    (index: number): void => {
      hold();
      virtualizer.scrollToIndex(index, { align: 'center' });
    },
    [hold, virtualizer],
  );
  const search = useLogSearch(lines, log.version, show);
  const { open } = search;
  const startSearch = (): void => {
    open();
    // The field is drawn first.
    setTimeout(() => field.current?.focus({ cursor: 'all' }));
  };
  const latest = useRef(startSearch);
  useEffect(() => {
    latest.current = startSearch;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key === '/' && !isTyping(event.target) && !event.defaultPrevented) {
        event.preventDefault();
        latest.current();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => virtualizer.measure(), [virtualizer, isWrapped, isTimed]);
  const keepPlace = useKeptPlace(virtualizer, lines.first, isFollowing);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && search.isOpen) {
      search.close();
      frame.current?.focus();
    }
  };

  const onMove = (): void => {
    onScroll();
    keepPlace();
    const node = frame.current;
    if (node && !isFollowing && !log.error) {
      const below = node.scrollHeight - node.scrollTop - node.clientHeight;
      void (node.scrollTop < nearEdge ? moves.earlier() : below < nearEdge && moves.later());
    }
  };
  const toStart = async (): Promise<void> => {
    hold();
    await moves.toStart();
    frame.current?.scrollTo({ top: 0 });
  };
  const toEnd = async (): Promise<void> => {
    await moves.toEnd();
    follow();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from what is inside
    <section
      className={styles['log']}
      aria-label={label}
      style={themeVariables('dark')}
      onKeyDown={onKeyDown}
    >
      {search.isOpen && <LogSearch search={search} ref={field} />}
      <div
        ref={frame}
        className={`${styles['frame']} ${isWrapped ? '' : styles['unwrapped']}`}
        onScroll={onMove}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={label}
        aria-busy={!log.hasCaughtUp}
      >
        {lines.startOffset > 0 && (
          <p className={styles['note']}>
            {t('before', { size: formatSize(lines.startOffset) })}
            <Button
              size="small"
              type="link"
              disabled={log.isMoving}
              onClick={() => void moves.earlier()}
            >
              {t('earlier')}
            </Button>
            <Button size="small" type="link" disabled={log.isMoving} onClick={() => void toStart()}>
              {t('toStart')}
            </Button>
          </p>
        )}
        {log.hasCaughtUp && lines.count === 0 && <p className={styles['note']}>{emptyNote}</p>}
        {!log.hasCaughtUp && lines.count === 0 && !log.error && (
          <p className={styles['note']}>{t('common:loading')}</p>
        )}
        <div
          ref={content}
          className={`${styles['content']} ${isTimed ? styles['timed'] : ''}`}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={`${styles['line']} ${item.index === search.places[search.current] ? styles['current'] : ''}`}
              style={{ transform: `translateY(${item.start}px)` }}
              {...(isTimed && { 'data-time': shownTime(lines.timeAt(item.index)) })}
            >
              <LogLine
                raw={lines.rawAt(item.index)}
                plain={lines.at(item.index)}
                wanted={search.wanted}
              />
            </div>
          ))}
        </div>
      </div>
      {!isFollowing && lines.count > 0 && (
        <Button
          className={styles['toEnd'] ?? ''}
          size="small"
          type="primary"
          icon={<VerticalAlignBottomOutlined />}
          onClick={() => void toEnd()}
        >
          {t('toNewest')}
        </Button>
      )}
      <LogFoot log={log} isOpen={isOpen} isFollowing={isFollowing} onRetry={onRetry}>
        <span className={styles['tools']}>
          <label className={styles['wrap']}>
            <Switch size="small" checked={isWrapped} onChange={setIsWrapped} />
            {t('wrap')}
          </label>
          {lines.hasTimes && (
            <label className={styles['wrap']} title={t('timesHint')}>
              <Switch size="small" checked={isTimed} onChange={setIsTimed} />
              {t('times')}
            </label>
          )}
          <Button
            size="small"
            type="text"
            icon={<SearchOutlined />}
            title={`${t('search')} (/)`}
            onClick={startSearch}
          >
            {t('search')}
          </Button>
          {tools}
        </span>
      </LogFoot>
    </section>
  );
}
