import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../i18n/i18n.js';
import { formatSize, isOverOneTerabyte } from '../../lib/format/format.js';
import { StatusTag } from './status-tag.js';

/** On its own, for the few that need words: long lists draw thousands of sizes. */
function OverOneTerabyte(): ReactNode {
  const { t } = useTranslation('common');
  return <StatusTag state="waiting">{t('overOneTerabyte')}</StatusTag>;
}

/** A size for people, the exact bytes on hover, and the notice when it is over 1 TB. */
export function SizeText({ bytes }: { bytes: number }): ReactNode {
  return (
    <span title={`${bytes.toLocaleString(locale())} B`}>
      {isOverOneTerabyte(bytes) && <OverOneTerabyte />} {formatSize(bytes)}
    </span>
  );
}
