import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { BrandingCard } from './branding-card.js';
import styles from './copyright.module.css';
import { LicenceCard } from './licence-card.js';

/** The reserved login name (spec part 2 §6). */
const developName = 'develop';

/** Version, licence, update, backup; copyright and logo for `develop` (spec part 2 §2, Contact page). */
export function CopyrightTab({
  upgrade,
  backup,
}: {
  upgrade: ReactNode;
  backup: ReactNode;
}): ReactNode {
  const licence = useQuery(queryOptionsOf(endpoints.licence.info, {}));
  const { data: caller } = useQuery({
    ...queryOptionsOf(endpoints.account.detail, {}),
    staleTime: 60_000,
  });
  // Where the licence cannot be asked for, an administrator still gets to the backups.
  const mayManage = licence.data?.mayManage ?? caller?.isSystemAdministrator === true;
  return (
    <div className={styles['parts']}>
      <LicenceCard query={licence} />
      {mayManage && upgrade}
      {mayManage && backup}
      {caller?.userName === developName && <BrandingCard />}
    </div>
  );
}
