import { jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Realtime } from '../../../apps/server/src/platform/realtime/realtime.service.js';

/**
 * Socket.IO's adapter forgets a question to agents after its timeout, by a timer that it keeps to itself and that no close
 * ends. A process of the product ends without waiting for it (`stopWithLauncher`); one of Jest would stay for seconds.
 */
export function letGoOfAnswers(app: INestApplicationContext): void {
  const { adapter } = app.get(Realtime).agents;
  const ask = adapter.broadcastWithAck.bind(adapter);
  const begin = globalThis.setTimeout;
  adapter.broadcastWithAck = (...question): void => {
    const timers = jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((...timer) => begin(...timer).unref());
    try {
      ask(...question);
    } finally {
      timers.mockRestore();
    }
  };
}
