import { ShareAltOutlined } from '@ant-design/icons';
import type { ShareRow } from '@clusterdesk/contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { readEntries } from '../setup/read-entries.js';
import { ShareMade } from '../setup/share-made.js';
import { ShareSetupForm } from '../setup/share-setup-form.js';

/** Shares entries of the own disk with users or by a link (spec part 1 §2, Share setup). */
export function ShareSetupPage(): ReactNode {
  const { t } = useTranslation('shares');
  const [search] = useSearchParams();
  const row = search.get('row');
  const entries = readEntries(row);
  const [made, setMade] = useState<{ row: string | null; share: ShareRow } | null>(null);
  const [first] = entries ?? [];
  if (!entries || first === undefined) {
    return (
      <div className="card">
        <EmptyState
          isPage
          icon={<ShareAltOutlined />}
          title={t('nothingTitle')}
          hint={t('nothingHint')}
          action={
            <LinkButton type="primary" to={paths.myFiles}>
              {t('toFiles')}
            </LinkButton>
          }
        />
      </div>
    );
  }
  const backTo = paths.folder(parentOf(first));
  // Other entries are another share.
  if (made?.row === row) {
    return (
      <>
        <PageHeader>
          <BackLink to={backTo}>{t('backToFiles')}</BackLink>
        </PageHeader>
        <ShareMade share={made.share} onAgain={() => setMade(null)} />
      </>
    );
  }
  return (
    <ShareSetupForm
      key={row}
      entries={entries}
      backTo={backTo}
      onShared={(share) => setMade({ row, share })}
    />
  );
}
