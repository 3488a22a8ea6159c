import { endpoints, type ShareRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../shared/lib/format/format.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { queriesOfOwnShares, visitorRules } from '../api/share-queries.js';

/** Whether people without an account add to a drop box, changed at once, and how much came from them. */
export function VisitorSwitch({ share }: { share: ShareRow }): ReactNode {
  const { t } = useTranslation('shares');
  const rules = useQuery(visitorRules());
  const { act, isBusy } = useAction(endpoints.shares.edit, {
    // Where it is refused, the platform may have stopped letting visitors in.
    invalidates: [...queriesOfOwnShares, endpoints.shares.visitorRules],
    done: t('changed'),
  });
  const visitors = share.own?.visitors ?? null;
  const limit = (most: string | number | null): string | number => most ?? t('noLimit');
  if (rules.error && visitors === null) {
    return <FailureNote query={rules} what={t('visitorRulesNotLoaded')} />;
  }
  return (
    <>
      <Switch
        size="small"
        aria-label={t('forVisitors')}
        checked={visitors !== null}
        // What is on can be turned off at any time.
        disabled={visitors === null && rules.data?.isOpen !== true}
        loading={isBusy}
        onChange={(forVisitors) => void act({ id: share.id, forVisitors })}
      />{' '}
      <span className="soft small">
        {visitors === null
          ? t(rules.data?.isOpen === false ? 'visitorsNotAllowed' : 'visitorsOff')
          : visitors.isOpen
            ? t('visitorsAdded', {
                count: visitors.files,
                maxFiles: limit(visitors.maxFiles),
                size: formatSize(visitors.bytes),
                maxSize: limit(visitors.maxBytes && formatSize(visitors.maxBytes)),
              })
            : t('visitorsClosed')}
      </span>
    </>
  );
}
