import { App } from 'antd';
import { useCallback } from 'react';
import { messageOf } from '../../api/api-error.js';
import type { ApiResponse } from '../../api/call.js';

/** Does something on the server and says how it went: the server's own sentence, else `done`. True means it worked. */
export function useAction(): (
  work: () => Promise<ApiResponse<unknown>>,
  done: string,
) => Promise<boolean> {
  const { message } = App.useApp();
  return useCallback(
    async (work, done) => {
      try {
        const answer = await work();
        void message.success(answer.message || done);
        return true;
      } catch (error) {
        void message.error(messageOf(error));
        return false;
      }
    },
    [message],
  );
}
