import type { ShareRow } from '@clusterdesk/contracts';
import type { ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import { linkText, shareName } from '../share-link.js';

interface CopyLinkProps extends Omit<ButtonProps, 'onClick' | 'icon'> {
  share: ShareRow;
}

/** Copies the link of a share together with its code, as a text to send. */
export function CopyLink({ share, ...props }: CopyLinkProps): ReactNode {
  const { t } = useTranslation('shares');
  const label = t('copyOf', { name: nameInSentence(shareName(share)) });
  return (
    <CopyButton
      {...props}
      aria-label={label}
      text={() => linkText(share, t, serverClock.now())}
      label={label}
    />
  );
}
