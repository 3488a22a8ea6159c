import { afterAll } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { RunningPlatform } from '../platform/running-platform.js';
import type { ConsoleAddress } from './lent-console.js';

declare global {
  var lendConsole: (() => Promise<string>) | undefined;
}

/** The platform that a suite has borrowed. */
class LentPlatform extends RunningPlatform {
  constructor(readonly address: ConsoleAddress) {
    super(address.dataDir, address.port);
  }

  override get databaseUrl(): string {
    return this.address.databaseUrl;
  }
}

/**
 * The platform and the Chromium of this worker, as if just started: whatever the suite makes, sets or breaks is gone after it.
 * Call at the top of a suite. Only a suite that needs a platform of its own kind (`env`, several of them) starts its own.
 */
export async function consoleSuite(): Promise<{ platform: RunningPlatform; browser: Browser }> {
  if (!globalThis.lendConsole) {
    throw new Error(
      'Only tests with the environment lending-environment.mjs can borrow a console.',
    );
  }
  const address = JSON.parse(await globalThis.lendConsole()) as ConsoleAddress;
  const browser = await chromium.connectOverCDP(address.browserUrl, { isLocal: true });
  // With the connection its contexts go, and what is open in them.
  afterAll(() => browser.close());
  return { platform: new LentPlatform(address), browser };
}
