import { limits } from '@clusterdesk/contracts';
import { Pagination } from 'antd';
import { cloneElement, isValidElement, type AriaAttributes, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/dom/use-is-narrow.js';
import styles from './pager.module.css';

interface PagerProps {
  /** From 0, as on the wire. */
  pageNum: number;
  size: number;
  total: number;
  /** True when `total` only says at least how many there are. */
  isAtLeast?: boolean;
  sizes?: readonly number[];
  onChange: (pageNum: number, size: number) => void;
}

/** Total, sizes, previous, pages, next (spec part 1 §2, Pager). Pages are shown from 1. */
export function Pager({
  pageNum,
  size,
  total,
  isAtLeast,
  sizes = limits.pageSizes,
  onChange,
}: PagerProps): ReactNode {
  const { t } = useTranslation('common');
  const isNarrow = useIsNarrow();
  return (
    <Pagination
      className={styles['pager'] ?? ''}
      size="small"
      showLessItems={isNarrow}
      current={pageNum + 1}
      pageSize={size}
      total={total}
      showSizeChanger
      pageSizeOptions={[...sizes]}
      showTotal={() =>
        isAtLeast ? t('totalAtLeast', { count: total }) : t('total', { count: total })
      }
      itemRender={(_, type, element) =>
        (type === 'prev' || type === 'next') && isValidElement<AriaAttributes>(element)
          ? // Of the picture in it alone it would have no name.
            cloneElement(element, {
              'aria-label': t(type === 'prev' ? 'previousPage' : 'nextPage'),
            })
          : element
      }
      onChange={(page, nextSize) => onChange(nextSize === size ? page - 1 : 0, nextSize)}
    />
  );
}
