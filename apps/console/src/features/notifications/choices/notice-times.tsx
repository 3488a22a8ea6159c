import type { NoticePreference } from '@clusterdesk/contracts';
import { Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './choices.module.css';

interface NoticeTimesProps {
  preference: NoticePreference;
  canMail: boolean;
  onChange: (part: Partial<NoticePreference>) => void;
}

/** What is proposed to whoever turns quiet hours on. */
const night = { from: 22, to: 7 };
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}));
/** Stands for none of one's own. */
const ofPlatform = '';
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** When mails go, and when nobody is to be disturbed. */
export function NoticeTimes({ preference, canMail, onChange }: NoticeTimesProps): ReactNode {
  const { t } = useTranslation('noticeChoices');
  const { mailMode, digestHour, quietHours, timeZone } = preference;
  return (
    <dl className={styles['times']}>
      <dt>{t('mailMode')}</dt>
      <dd>
        <div className={styles['fields']}>
          <Select
            aria-label={t('mailMode')}
            value={mailMode}
            disabled={!canMail}
            options={(['soon', 'daily'] as const).map((mode) => ({
              value: mode,
              label: t(`mode_${mode}`),
            }))}
            onChange={(mode) => onChange({ mailMode: mode })}
          />
          {mailMode === 'daily' && (
            <Select
              aria-label={t('digestHour')}
              value={digestHour}
              disabled={!canMail}
              options={hours}
              onChange={(hour) => onChange({ digestHour: hour })}
            />
          )}
        </div>
        <small>{t(`modeHint_${mailMode}`)}</small>
      </dd>
      <dt>{t('quiet')}</dt>
      <dd>
        <div className={styles['fields']}>
          <Switch
            aria-label={t('quiet')}
            checked={quietHours !== null}
            onChange={(isOn) => onChange({ quietHours: isOn ? night : null })}
          />
          {quietHours && (
            <>
              <Select
                aria-label={t('quietFrom')}
                value={quietHours.from}
                options={hours.filter(({ value }) => value !== quietHours.to)}
                onChange={(from) => onChange({ quietHours: { ...quietHours, from } })}
              />
              <span>{t('until')}</span>
              <Select
                aria-label={t('quietTo')}
                value={quietHours.to}
                options={hours.filter(({ value }) => value !== quietHours.from)}
                onChange={(to) => onChange({ quietHours: { ...quietHours, to } })}
              />
            </>
          )}
        </div>
        <small>{t('quietHint')}</small>
      </dd>
      <dt>{t('timeZone')}</dt>
      <dd>
        <Select
          className={styles['zone'] ?? ''}
          aria-label={t('timeZone')}
          showSearch
          value={timeZone ?? ofPlatform}
          options={[
            { value: ofPlatform, label: t('ofPlatform') },
            ...zones.map((zone) => ({ value: zone, label: zone })),
          ]}
          onChange={(zone) => onChange({ timeZone: zone === ofPlatform ? null : zone })}
        />
      </dd>
    </dl>
  );
}
