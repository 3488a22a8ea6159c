import { limits, type BulkAnswer, type UserRow } from '@clusterdesk/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { queriesOfUsers } from '../../api/shown.js';
import type { Refused } from '../../../../shared/ui/dialog/refusals-dialog.js';
import { useMessages } from '../../../../shared/ui/messages/messages.js';

/** Does one thing to so many users at a time as a call takes; it answers for each. */
export type BulkSend = (ids: string[]) => Promise<BulkAnswer[]>;

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.bulkUsers) }, (_, index) =>
    ids.slice(index * limits.bulkUsers, (index + 1) * limits.bulkUsers),
  );

export interface Bulk {
  /** Does it to all that are selected. @throws ApiError when the whole call was refused */
  run: (send: BulkSend) => Promise<void>;
  isBusy: boolean;
  /** What was refused of the last one; null when nothing was. */
  failures: Refused[] | null;
  forgetFailures: () => void;
}

/**
 * Does something to several users, each decided by itself, and says for how many it worked and for whom not.
 * @param onDone hears the ids for which it worked
 */
export function useBulk(
  users: ReadonlyMap<string, UserRow>,
  onDone: (ids: string[]) => void,
): Bulk {
  const { t } = useTranslation('users');
  const { message } = useMessages();
  const [failures, setFailures] = useState<Refused[] | null>(null);
  const { submit, isBusy } = useAction(
    async (send: BulkSend) => {
      const answers: BulkAnswer[] = [];
      const all = [...users.keys()];
      for (const ids of chunksOf(all)) {
        try {
          answers.push(...(await send(ids)));
        } catch (error) {
          if (answers.length === 0) {
            throw error;
          }
          // What was done before stays done: the rest is told with the reason.
          const rest = all.slice(answers.length);
          answers.push(
            ...rest.map((id) => ({ id, done: false, error: null, message: messageOf(error) })),
          );
          break;
        }
      }
      return { result: answers, message: '' };
    },
    { invalidates: queriesOfUsers },
  );
  return {
    isBusy,
    failures,
    forgetFailures: () => setFailures(null),
    run: async (send) => {
      const answers = await submit(send);
      const done = answers.filter((answer) => answer.done).map(({ id }) => id);
      const refused = answers.filter((answer) => !answer.done);
      onDone(done);
      if (done.length > 0) {
        void message.success(t('bulkDone', { count: done.length }));
      }
      setFailures(
        refused.length === 0
          ? null
          : refused.map(({ id, message: reason }) => ({
              name: users.get(id)?.userName ?? id,
              message: reason ?? '',
            })),
      );
    },
  };
}
