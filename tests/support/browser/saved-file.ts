import type { Download, Page } from 'playwright-core';

/** What the browser saves after a press. @throws with what the server answered, where it answered with a refusal */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const failure = await download.failure();
  if (failure !== null) {
    // The browser says of a refusal only that nothing was saved.
    const answer = await fetch(download.url());
    const text = answer.headers.get('content-type')?.startsWith('text/')
      ? await answer.text()
      : `${answer.headers.get('content-type')}`;
    await answer.body?.cancel().catch(() => undefined);
    throw new Error(
      `${download.suggestedFilename()} was not saved (${failure}); asked once more, the server says ${answer.status}: ${text}`,
    );
  }
  return download;
}
