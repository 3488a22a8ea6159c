import {
  isAlwaysInBell,
  noticeGroups,
  noticeWays,
  type NoticeChoice,
  type NoticeGroup,
  type NoticePreference,
} from '@clusterdesk/contracts';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { paths } from '../../../shared/paths.js';
import styles from './choices.module.css';

interface ChoiceTableProps {
  choices: NoticePreference['choices'];
  canMail: boolean;
  onChange: (group: NoticeGroup, choice: NoticeChoice) => void;
}

/** The groups of which the user may ever hear. */
function useOwnGroups(): readonly NoticeGroup[] {
  const isHeard: Partial<Record<NoticeGroup, boolean>> = {
    hosts: useHasMenu(paths.monitoring),
    platform: useHasMenu(paths.settings),
    security: useHasMenu(paths.computeNodes),
  };
  return noticeGroups.filter((group) => isHeard[group] ?? true);
}

/** Kinds by ways: a box for each. What is not in the bell is not shown by the browser either. */
export function ChoiceTable({ choices, canMail, onChange }: ChoiceTableProps): ReactNode {
  const { t } = useTranslation('noticeChoices');
  const groups = useOwnGroups();
  return (
    <table className={styles['table']} aria-label={t('ways')}>
      <thead>
        <tr>
          <th scope="col">{t('kind')}</th>
          {noticeWays.map((way) => (
            <th key={way} scope="col">
              {t(`way_${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const choice = choices[group];
          const isFixed = {
            bell: isAlwaysInBell(group),
            mail: !canMail,
            browser: !choice.bell,
          };
          return (
            <tr key={group}>
              <th scope="row">
                {t(`group_${group}`)}
                <small>{t(`about_${group}`)}</small>
              </th>
              {noticeWays.map((way) => (
                <td key={way}>
                  <Checkbox
                    aria-label={`${t(`group_${group}`)} – ${t(`way_${way}`)}`}
                    checked={choice[way] && !(way === 'browser' && !choice.bell)}
                    disabled={isFixed[way]}
                    onChange={({ target }) => onChange(group, { ...choice, [way]: target.checked })}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
