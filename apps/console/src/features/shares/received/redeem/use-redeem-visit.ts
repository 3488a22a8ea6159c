import { endpoints, type PackageState, type SpaceRef } from '@clusterdesk/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../../shared/api/api-error.js';
import { call } from '../../../../shared/api/call.js';
import { invalidate } from '../../../../shared/api/invalidate.js';
import { queryClient } from '../../../../shared/api/query.js';
import { paths } from '../../../../shared/paths.js';
import { useConfirm } from '../../../../shared/ui/dialog/use-confirm.js';
import { receivedShare } from '../api/received-shares.js';
import { useMessages } from '../../../../shared/ui/messages/messages.js';

/** Hears of a download that the redemption has begun. */
export type OnDownloadBegun = (
  space: SpaceRef,
  entries: string[],
  answer: string | PackageState,
) => void;

interface Link {
  id: string;
  verification: string;
}

/** A visit by a link. */
interface RedeemVisit {
  /** The share whose link is being redeemed; null: none. */
  redeeming: string | null;
  /** Why the last link was of no use. */
  problem: string | null;
  forgetProblem: () => void;
}

/** The names of what is being downloaded, for the transfer panel; without them it goes on all the same. */
async function namesOf(id: string): Promise<string[]> {
  try {
    const { fileVos } = await queryClient.fetchQuery(receivedShare(id));
    return fileVos.filter(({ isMissing }) => !isMissing).map(({ path }) => path);
  } catch {
    return [];
  }
}

/**
 * Asks, then redeems the link of the URL (`id`, `verification`) and begins the download that such a visit stands for (spec part
 * 1 §2, part 2 §2), once for each visit: any site can lead people here, and a redemption counts. The code leaves the URL and the
 * history before the question, so that neither reload nor back finds it there.
 */
export function useRedeemVisit(onDownloadBegun: OnDownloadBegun): RedeemVisit {
  const { t } = useTranslation('receivedShares');
  const { message } = useMessages();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get('id');
  const verification = search.get('verification');
  const shown = search.get('share');
  /** The link that is asked about. */
  const [asked, setAsked] = useState<Link | null>(null);
  /** A failed one stays until the address has left its share, which would otherwise be shown for a moment. */
  const [visit, setVisit] = useState<{ id: string; hasFailed: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const seen = useRef<string | null>(null);
  const isHere = useRef(true);
  const begun = useRef(onDownloadBegun);
  useEffect(() => {
    begun.current = onDownloadBegun;
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  useEffect(() => {
    const redeem = async (link: Link): Promise<void> => {
      const isSure = await confirm({
        title: t('visitTitle'),
        hint: t('visitHint'),
        okText: t('redeemOpen'),
      });
      if (!isSure || !isHere.current) {
        return;
      }
      setVisit({ id: link.id, hasFailed: false });
      void navigate(paths.receivedShare(link.id), { replace: true });
      try {
        const answer = await call(endpoints.shares.redeemDownload, { ...link, async: true });
        await invalidate([endpoints.shares.page, endpoints.shares.detail]);
        if (answer !== null) {
          begun.current({ space: 'share', spaceId: link.id }, await namesOf(link.id), answer);
        }
        setVisit((current) => (current?.id === link.id ? null : current));
      } catch (error) {
        if (isHere.current) {
          setProblem(messageOf(error));
          setVisit({ id: link.id, hasFailed: true });
          void navigate(paths.receivedShares, { replace: true });
        } else {
          void message.error(messageOf(error));
        }
      }
    };
    // A question is cancelled when the address changes: the code leaves it first.
    if (asked && !verification) {
      setAsked(null);
      void redeem(asked);
    }
  }, [asked, verification, navigate, message, confirm, t]);
  useEffect(() => {
    const link = id && verification ? { id, verification } : null;
    const key = link && `${link.id}/${link.verification}`;
    // React runs an effect of a new page twice while the console is developed.
    if (link && seen.current !== key) {
      setProblem(null);
      setAsked(link);
      void navigate(paths.receivedShares, { replace: true });
    }
    seen.current = key;
  }, [id, verification, navigate]);
  useEffect(() => {
    if (visit?.hasFailed && shown !== visit.id) {
      setVisit(null);
    }
  }, [visit, shown]);
  return { redeeming: visit?.id ?? null, problem, forgetProblem: () => setProblem(null) };
}
