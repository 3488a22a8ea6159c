import { MinusCircleOutlined } from '@ant-design/icons';
import type { ShareRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../shared/paths.js';
import { BackLink } from '../../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../../shared/ui/layout/page-header.js';
import { PageHeading } from '../../../../shared/ui/layout/page-heading.js';
import { ShareFactsLine } from '../components/share-facts-line.js';
import { ShareIcon, ShareTitle } from '../components/share-title.js';
import styles from '../components/received.module.css';

interface ShareFrameProps {
  share: ShareRow;
  onLeave: () => void;
  children: ReactNode;
}

/** A share whose files are not shown: what it is, whose, and what there is in place of them. */
export function ShareFrame({ share, onLeave, children }: ShareFrameProps): ReactNode {
  const { t } = useTranslation('receivedShares');
  return (
    <>
      <PageHeader>
        <BackLink to={paths.receivedShares}>{t('toList')}</BackLink>
        <Button
          danger
          icon={<MinusCircleOutlined />}
          className={styles['atEnd'] ?? ''}
          onClick={onLeave}
        >
          {t('leave')}
        </Button>
      </PageHeader>
      <div className={styles['pageHead']}>
        <PageHeading className={styles['heading']}>
          <ShareIcon share={share} />
          <ShareTitle share={share} />
        </PageHeading>
        <ShareFactsLine share={share} />
      </div>
      {children}
    </>
  );
}
