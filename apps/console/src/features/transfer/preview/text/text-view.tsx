import { limits } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../../shared/lib/format/format.js';
import { lazyComponent } from '../../../../shared/ui/lazy-component.js';
import { notebookText } from './notebook-text.js';
import { PlainCard, RefusedCard } from '../plain-card.js';
import { textExtensionOf } from '../preview-kind.js';
import { readTextStart } from './read-text.js';
import { TextLines } from './text-lines.js';
import type { ViewProps } from '../view-props.js';
import styles from '../preview.module.css';

const MarkdownText = lazyComponent(async () => (await import('./markdown-text.js')).MarkdownText);
const TableText = lazyComponent(async () => (await import('./table-text.js')).TableText);

/** How the beginning of a text is drawn where its extension says what it is; of others there is only the text. */
const drawings: Record<string, 'markdown' | 'table' | undefined> = {
  md: 'markdown',
  markdown: 'markdown',
  csv: 'table',
  tsv: 'table',
};

/** Longer Markdown is laid out at once and would stand still; beyond this it is read as source. */
const maxDrawn = 300_000;

/** The beginning of a text: drawn where it is Markdown or a table, its source one click away; HTML is only text here. */
export function TextView({ item, url, onRetry, fallback }: ViewProps): ReactNode {
  const { t } = useTranslation('transfer');
  const [isSource, setIsSource] = useState(false);
  const isPacked = item.localPath.toLowerCase().endsWith('.gz');
  const start = useQuery({
    queryKey: ['preview-text', url],
    queryFn: ({ signal }) => readTextStart(url, signal, isPacked),
    retry: false,
    gcTime: 0,
    staleTime: 'static',
  });
  const pending = <Skeleton active className={styles['waiting'] ?? ''} />;
  if (!start.data) {
    return start.error ? (
      <RefusedCard item={item} error={start.error} onRetry={onRetry} />
    ) : (
      pending
    );
  }
  const { text, encoding, isCut } = start.data;
  if (text === null) {
    return fallback;
  }
  if (text === '') {
    return <PlainCard item={item} note={t('previewEmpty')} />;
  }
  const extension = textExtensionOf(item.localPath);
  // Nothing but blank lines makes no table.
  const drawing = text.trim() === '' ? undefined : drawings[extension];
  const cells = extension === 'ipynb' ? notebookText(text) : null;
  const canChoose = drawing !== undefined || cells !== null;
  const source =
    cells !== null && !isSource ? (
      <TextLines text={cells.text} extension={cells.extension} />
    ) : (
      <TextLines text={text} extension={extension} />
    );
  return (
    <>
      <div className={styles['about']}>
        <span>
          {encoding.toUpperCase()}
          {isCut && ` · ${t('previewCut', { size: formatSize(limits.previewTextBytes) })}`}
          {extension === 'ipynb' && cells === null && ` · ${t('previewNoNotebook')}`}
          {drawing === 'markdown' && text.length > maxDrawn && ` · ${t('previewMarkdownCut')}`}
        </span>
        {canChoose && (
          <Segmented
            size="small"
            aria-label={t('previewForm')}
            value={isSource ? 'source' : 'drawn'}
            onChange={(value) => setIsSource(value === 'source')}
            options={[
              { value: 'drawn', label: t('previewDrawn') },
              { value: 'source', label: t('previewSource') },
            ]}
          />
        )}
      </div>
      {drawing === undefined || isSource ? (
        source
      ) : drawing === 'markdown' ? (
        <MarkdownText text={text.slice(0, maxDrawn)} pending={pending} />
      ) : (
        <TableText text={text} isTabbed={extension === 'tsv'} isCut={isCut} pending={pending} />
      )}
    </>
  );
}
