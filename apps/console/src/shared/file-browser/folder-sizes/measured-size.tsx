import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { formatSize } from '../../lib/format/format.js';
import { fileKeys, type FileEntry, type FileSpace } from '../file-space.js';
import { measureHoldsMs, measureQuery, measureWords } from './measure.js';
import { listTurns } from './measure-turns.js';

/** A row that is scrolled past is not asked about. */
const settleMs = 300;
/** An entry that changes while it is shown, such as a folder that is uploaded into, changes again in a moment. */
const settleAfterChangeMs = 3_000;

interface MeasuredSizeProps {
  space: FileSpace;
  entry: FileEntry;
}

/** How much is below a folder, for its row: it is in view as long as this is drawn, and measured no longer than that. */
export function MeasuredSize({ space, entry }: MeasuredSizeProps): ReactNode {
  const { t } = useTranslation('files');
  const client = useQueryClient();
  const query = measureQuery(space, entry);
  // Here it is only seen; it is asked for in turn.
  const { data, error } = useQuery({ ...query, enabled: false });
  const measure = useEffectEvent((done: () => void) => {
    const observer = new QueryObserver(client, query);
    const stop = observer.subscribe(({ isFetching }) => {
      if (!isFetching) {
        done();
      }
    });
    if (!observer.getCurrentResult().isFetching) {
      done();
    }
    return stop;
  });
  /** What was answered or refused a moment ago is not asked for again. */
  const isDue = useEffectEvent((): boolean => {
    const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {};
    return Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt) >= measureHoldsMs;
  });
  const name = fileKeys.details(space.ref, entry).join('\n');
  const firstName = useRef(name);
  useEffect(() => {
    let leave: (() => void) | undefined;
    const ask = (): void => {
      if (isDue()) {
        leave = listTurns.ask((done) => measure(done));
      }
    };
    const timer = setTimeout(ask, name === firstName.current ? settleMs : settleAfterChangeMs);
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [name]);

  if (data) {
    const size = formatSize(data.bytes);
    return <span title={measureWords(data, t)}>{data.isWhole ? size : `> ${size}`}</span>;
  }
  return error ? <span title={messageOf(error)}>–</span> : <span title={t('measuring')}>…</span>;
}
