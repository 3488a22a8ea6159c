import type { PublicConfigs } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useLanguage } from '../../../shared/i18n/i18n.js';
import styles from './login-footer.module.css';

/** Copyright, police registration and domain registration, as the platform's configuration has them in this language. */
export function LoginFooter({ configs }: { configs: PublicConfigs | undefined }): ReactNode {
  const language = useLanguage();
  const info = configs?.copyrightInfo[language];
  if (!info) {
    return <footer className={styles['footer']} />;
  }
  return (
    <footer className={styles['footer']}>
      {info.copyright && <span>{info.copyright}</span>}
      {info.policeRegistrationNumber && (
        <span>
          {info.policeRegistrationIcon.startsWith('data:image/') && (
            <img src={info.policeRegistrationIcon} alt="" width={16} height={16} />
          )}
          {info.policeRegistrationNumber}
        </span>
      )}
      {info.domainNameRegistrationNumber && <span>{info.domainNameRegistrationNumber}</span>}
    </footer>
  );
}
