import { endpoints, type ApplicationRow, type PackageState } from '@clusterdesk/contracts';
import { useTranslation } from 'react-i18next';
import { useCallback, useState } from 'react';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { queriesOfApplications } from '../api/application-queries.js';
import { applicationName, manyOf } from '../application-facts.js';

/** Goes on with a download that was asked for: a token, or a zip being packed. */
export type OnDownloadBegun = (
  applicationId: string,
  paths: string[],
  answer: string | PackageState,
) => void;

/** What can be done to an application. Each stays the same, for columns. */
export interface ApplicationActions {
  /** The application whose approval a dialog asks about. */
  revoking: ApplicationRow | null;
  revoke: (application: ApplicationRow) => void;
  endRevoking: () => void;
  download: (application: ApplicationRow) => void;
  withdraw: (application: ApplicationRow) => void;
}

/** Downloads and withdraws; a dialog asks why an approval is revoked. */
export function useApplicationActions(onDownloadBegun: OnDownloadBegun): ApplicationActions {
  const { t } = useTranslation(['approvals', 'common']);
  const confirm = useConfirm();
  const [revoking, setRevoking] = useState<ApplicationRow | null>(null);
  const { submit } = useAction(endpoints.approvals.download, {
    invalidates: queriesOfApplications,
  });
  const { act: take } = useAction(
    useCallback(
      async ({ id, paths }: { id: string; paths: string[] }) => {
        const result = await submit({ id, async: true });
        onDownloadBegun(id, paths, result);
        return { result: null, message: '' };
      },
      [submit, onDownloadBegun],
    ),
  );
  const { act: takeBack } = useAction(endpoints.approvals.withdraw, {
    invalidates: queriesOfApplications,
    done: t('withdrawn'),
  });
  const download = useCallback(
    ({ id, paths }: ApplicationRow): void => void take({ id, paths }),
    [take],
  );
  const withdraw = useCallback(
    (application: ApplicationRow): void => {
      const ask = async (): Promise<void> => {
        const name = nameInSentence(applicationName(application));
        const isSure = await confirm({
          title: t(`withdrawTitle${manyOf(application)}`, {
            name,
            count: application.entries - 1,
          }),
          hint: t('withdrawHint'),
          okText: t('withdraw'),
          isDangerous: true,
        });
        if (isSure) {
          await takeBack({ id: application.id });
        }
      };
      void ask();
    },
    [confirm, t, takeBack],
  );
  return {
    revoking,
    revoke: setRevoking,
    endRevoking: () => setRevoking(null),
    download,
    withdraw,
  };
}
