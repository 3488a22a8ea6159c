import { StarFilled, StarOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './favourite-star.module.css';

/** Says beside a name that the entry is a favourite. */
export const FavouriteMark = ({ label }: { label: string }): ReactNode => (
  <span role="img" aria-label={label} title={label} className={styles['mark']}>
    <StarFilled aria-hidden />
  </span>
);

interface FavouriteButtonProps {
  /** What is or becomes a favourite. */
  name: string;
  isFavourite: boolean;
  onChange: (isFavourite: boolean) => void;
}

/** Makes a favourite of something, or no longer. */
export function FavouriteButton({ name, isFavourite, onChange }: FavouriteButtonProps): ReactNode {
  const { t } = useTranslation('files');
  const label = t(isFavourite ? 'removeFavourite' : 'addFavourite');
  return (
    <Button
      type="text"
      size="small"
      className={styles['star'] ?? ''}
      icon={isFavourite ? <StarFilled /> : <StarOutlined />}
      aria-label={t(isFavourite ? 'removeFavouriteOf' : 'addFavouriteOf', { name })}
      title={label}
      onClick={() => onChange(!isFavourite)}
    />
  );
}
