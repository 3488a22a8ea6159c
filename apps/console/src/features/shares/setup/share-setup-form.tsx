import { endpoints, limits, type ShareRow } from '@clusterdesk/contracts';
import { Form, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gigabytesOf } from '../../../shared/lib/format/gigabytes.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { useEntryKinds } from '../api/entry-kinds.js';
import { queriesOfOwnShares } from '../api/share-queries.js';
import { SharedEntries, shownEntries } from './shared-entries.js';
import { shareInput, type ShareValues, type ShareWay } from './share-values.js';
import {
  DownloadField,
  DropBoxField,
  LinkFields,
  UsersField,
  VisitorsField,
} from './way-fields.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

interface ShareSetupFormProps {
  entries: string[];
  backTo: string;
  onShared: (share: ShareRow) => void;
}

/** The form of a new share: what is shared, and with whom or by which link. */
export function ShareSetupForm({ entries, backTo, onShared }: ShareSetupFormProps): ReactNode {
  const { t } = useTranslation('shares');
  const [form] = Form.useForm<ShareValues>();
  const [way, setWay] = useState<ShareWay>('users');
  // Who comes back from the other tab by key stays on the tabs.
  const [isFirst, setIsFirst] = useState(true);
  const isDropBox = Form.useWatch('isDropBox', form) ?? false;
  const canDownload = Form.useWatch('canDownload', form) ?? true;
  const { kinds, failed } = useEntryKinds(entries.slice(0, shownEntries));
  const mayBeDropBox = entries.length === 1 && kinds[0] === 'folder';
  const { submit } = useAction(endpoints.shares.add, { invalidates: queriesOfOwnShares });
  const fieldsOf = (hint: string, fields: ReactNode): ReactNode => (
    <>
      <p className="soft" style={{ marginBottom: 'var(--space-4)' }}>
        {hint}
      </p>
      {fields}
      {!isDropBox && <DownloadField />}
      {mayBeDropBox && <DropBoxField />}
      {mayBeDropBox && isDropBox && way === 'link' && <VisitorsField />}
    </>
  );
  return (
    <FormPage<ShareValues>
      form={form}
      title={t('shareTitle')}
      backTo={backTo}
      backLabel={t('backToFiles')}
      initialValues={{
        days: limits.shareDays[0],
        canDownload: true,
        visitorGigabytes: gigabytesOf(limits.visitorBytes),
        visitorFiles: limits.visitorFiles,
      }}
      submitLabel={t(way === 'users' ? 'shareNow' : 'createLink')}
      onSubmit={async (values) =>
        onShared(await submit(shareInput(way, entries, values, serverClock.now())))
      }
    >
      {failed && <FailureNote query={failed} what={t('kindsNotLoaded')} />}
      <SharedEntries entries={entries} kinds={kinds} />
      <Tabs
        activeKey={way}
        onChange={(key) => {
          setWay(key === 'link' ? 'link' : 'users');
          setIsFirst(false);
        }}
        // The fields of the other tab are not sent, and say nothing.
        destroyOnHidden
        animated={false}
        items={[
          {
            key: 'users',
            label: t('byUsers'),
            children: fieldsOf(t('byUsersHint'), <UsersField takesFocus={isFirst} />),
          },
          {
            key: 'link',
            label: t('byLink'),
            children: fieldsOf(
              t('byLinkHint'),
              <LinkFields givesNothing={isDropBox || !canDownload} />,
            ),
          },
        ]}
      />
    </FormPage>
  );
}
