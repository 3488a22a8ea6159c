import { FileOutlined } from '@ant-design/icons';
import type { DiskItem } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { formatSize } from '../../../shared/lib/format/format.js';
import styles from './preview.module.css';

/** A file that is not shown: what it is called, and why. */
export const PlainCard = ({ item, note }: { item: DiskItem; note: string }): ReactNode => (
  <div className={styles['card']}>
    <FileOutlined className={styles['cardIcon'] ?? ''} aria-hidden />
    <b>{item.localPath}</b>
    <span>{formatSize(item.size)}</span>
    <p role="status">{note}</p>
  </div>
);
