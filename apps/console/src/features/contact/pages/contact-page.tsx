import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CopyrightTab } from '../copyright/copyright-tab.js';
import { FeedbackTab } from '../feedback/feedback-tab.js';
import { UpgradeCard } from '../upgrade/upgrade-card.js';

/** Contact and copyright (spec part 2 §2, Contact page); the address says which tab. @param backup what the feature of backups shows there */
export function ContactPage({ backup }: { backup: ReactNode }): ReactNode {
  const { t } = useTranslation('contact');
  const [search, setSearch] = useSearchParams();
  return (
    <Tabs
      activeKey={search.get('tab') === 'copyright' ? 'copyright' : 'contact'}
      onChange={(tab) => setSearch(tab === 'copyright' ? { tab } : {})}
      destroyOnHidden
      items={[
        { key: 'contact', label: t('title'), children: <FeedbackTab /> },
        {
          key: 'copyright',
          label: t('copyright'),
          children: <CopyrightTab upgrade={<UpgradeCard />} backup={backup} />,
        },
      ]}
    />
  );
}
