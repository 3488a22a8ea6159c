import { projectClasses, projectRights, type FilePermission } from '@clusterdesk/contracts';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './projects.module.css';

const capital = { view: 'View', edit: 'Edit', download: 'Download' } as const;

interface SwitchGridProps {
  value?: FilePermission;
  onChange?: (value: FilePermission) => void;
  isDisabled?: boolean;
  /** Set where only the owner lets more people download: what holds now, of which downloads can be taken away alone. */
  mostDownloads?: FilePermission | undefined;
}

/** The nine switches: who puts an entry there, members, everybody else; view, edit, download. A field of a form. */
export function SwitchGrid({
  value,
  onChange,
  isDisabled = false,
  mostDownloads,
}: SwitchGridProps): ReactNode {
  const { t } = useTranslation('projects');
  return (
    <table className={styles['switches']} aria-label={t('switches')}>
      <thead>
        <tr>
          <td />
          {projectRights.map((right) => (
            <th key={right} scope="col">
              {t(`right_${right}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {projectClasses.map((of) => (
          <tr key={of}>
            <th scope="row">
              {t(`class_${of}`)}
              <div className="soft small">{t(`classHint_${of}`)}</div>
            </th>
            {projectRights.map((right) => {
              const name = `${of}${capital[right]}` as const;
              return (
                <td key={right}>
                  <Switch
                    aria-label={`${t(`class_${of}`)} ${t(`right_${right}`)}`}
                    checked={value?.[name] ?? false}
                    disabled={
                      isDisabled || (right === 'download' && mostDownloads?.[name] === false)
                    }
                    onChange={(isOn) => value && onChange?.({ ...value, [name]: isOn })}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
