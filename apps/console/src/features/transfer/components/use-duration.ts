import { useTranslation } from 'react-i18next';

/** Seconds as a short time for people. */
export function useDuration(): (seconds: number) => string {
  const { t } = useTranslation('transfer');
  return (seconds) => {
    const s = seconds % 60;
    const m = Math.floor(seconds / 60) % 60;
    const h = Math.floor(seconds / 3600);
    if (h > 0) {
      return t('hours', { h, m });
    }
    return m > 0 ? t('minutes', { m, s }) : t('seconds', { s });
  };
}
