import { MessageOutlined } from '@ant-design/icons';
import type { CallerDetail } from '@clusterdesk/contracts';
import { Steps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../../shared/paths.js';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import { EmptyState } from '../../../../shared/ui/state/empty-state.js';
import { LinkButton } from '../../../../shared/ui/action/link-button.js';
import { useCallerQuery } from '../../api/caller-detail.js';
import { emailChannel, mobileChannel, type Channel } from './channels.js';
import styles from './contact.module.css';
import { NewContactForm } from './new-contact-form.js';
import { VerifyForm } from './verify-form.js';

/** Where no code could come: why the contact cannot be changed here, who can do it, and the way back. */
function NothingSends({ channel }: { channel: Channel }): ReactNode {
  const { t } = useTranslation('account');
  return (
    <div className="card">
      <EmptyState
        isPage
        icon={<MessageOutlined />}
        title={t(channel.texts.nothingSends)}
        hint={t('nothingSendsHint')}
        action={
          <LinkButton type="primary" to={paths.account}>
            {t('backToAccount')}
          </LinkButton>
        }
      />
    </div>
  );
}

/**
 * Two steps (spec part 2 §4, Contact change): the current contact, then the new one. Who has none begins with the second.
 * The step stands in the URL, so that a reload keeps it; the server has the last word on whether step one was done.
 */
function ContactSteps({ channel, user }: { channel: Channel; user: CallerDetail }): ReactNode {
  const { t } = useTranslation('account');
  const [search, setSearch] = useSearchParams();
  if (!user.canReceiveCodes[channel.name]) {
    return <NothingSends channel={channel} />;
  }
  const contact = channel.current(user);
  const isSecond = contact === null || contact === '' || search.get('step') === '2';
  return (
    <>
      {contact && (
        <Steps
          className={styles['steps'] ?? ''}
          size="small"
          responsive={false}
          current={isSecond ? 1 : 0}
          items={[{ title: t(channel.texts.verifyOld) }, { title: t(channel.texts.enterNew) }]}
        />
      )}
      {isSecond ? (
        <NewContactForm
          channel={channel}
          userId={user.id}
          onUnverified={() => setSearch({}, { replace: true })}
        />
      ) : (
        <VerifyForm channel={channel} contact={contact} />
      )}
    </>
  );
}

const ContactPage = ({ channel }: { channel: Channel }): ReactNode => (
  <PageState query={useCallerQuery()}>
    {(user) => <ContactSteps channel={channel} user={user} />}
  </PageState>
);

/** Change one's own mobile (spec part 2 §2, /editPhone). */
export const EditPhonePage = (): ReactNode => <ContactPage channel={mobileChannel} />;

/** Change one's own e-mail (spec part 2 §2, /editEmail). */
export const EditEmailPage = (): ReactNode => <ContactPage channel={emailChannel} />;
