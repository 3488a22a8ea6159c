import { CheckOutlined } from '@ant-design/icons';
import { shareTypes, type ShareRow } from '@clusterdesk/contracts';
import { Button, Input } from 'antd';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { PageHeading } from '../../../shared/ui/layout/page-heading.js';
import { CopyLink } from '../components/copy-link.js';
import { ValidityText } from '../components/validity-text.js';
import { linkOf, receiverNames } from '../share-link.js';
import styles from '../components/shares.module.css';

interface ShareMadeProps {
  share: ShareRow;
  /** Shares the same once more, another way. */
  onAgain: () => void;
}

/** Link and code of a new link; reading them by hand works too. */
function LinkAndCode({ share }: { share: ShareRow }): ReactNode {
  const { t } = useTranslation('shares');
  const id = useId();
  return (
    <div className={styles['linkFields']}>
      <label htmlFor={`${id}-link`}>{t('link')}</label>
      <Input
        id={`${id}-link`}
        readOnly
        value={linkOf(share)}
        onFocus={({ target }) => target.select()}
      />
      <label htmlFor={`${id}-code`}>{t('code')}</label>
      <Input
        id={`${id}-code`}
        readOnly
        className={styles['codeField'] ?? ''}
        value={share.verification ?? ''}
        onFocus={({ target }) => target.select()}
      />
      <span>{t('validity')}</span>
      <span>
        <ValidityText until={share.expirationTime} isLong />
      </span>
    </div>
  );
}

/** What came of it: for a link its address and code with the button that copies both, for users who was told. */
export function ShareMade({ share, onAgain }: ShareMadeProps): ReactNode {
  const { t } = useTranslation('shares');
  const box = useRef<HTMLElement>(null);
  // The form with the button that was pressed is gone: the keyboard goes on here.
  useEffect(() => box.current?.focus(), []);
  const isLink = share.shareType === shareTypes.link;
  const { own } = share;
  return (
    <section ref={box} tabIndex={-1} className={`card ${styles['made']}`}>
      <div role="status">
        <span className={styles['done']} aria-hidden>
          <CheckOutlined />
        </span>
        <PageHeading className={styles['madeTitle']}>
          {isLink ? t('linkMade') : t('toldTitle', { count: own?.userCount ?? 0 })}
        </PageHeading>
        <p className="soft">
          {isLink ? t('linkMadeHint') : t('toldHint', { names: own ? receiverNames(own) : '' })}
        </p>
      </div>
      {isLink && <LinkAndCode share={share} />}
      <div className={styles['madeActions']}>
        {isLink ? (
          <CopyLink share={share} type="primary" size="middle">
            {t('copyBoth')}
          </CopyLink>
        ) : null}
        <LinkButton to={paths.myShares} {...(isLink ? {} : { type: 'primary' as const })}>
          {t('toShares')}
        </LinkButton>
        <Button onClick={onAgain}>{t('again')}</Button>
      </div>
    </section>
  );
}
