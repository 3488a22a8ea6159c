import type { Logger } from '@nestjs/common';

/**
 * Runs the steps of a sweep one after the other. A step that fails is logged by its name and does not stop the others;
 * the first failure is thrown at the end, so that the background task counts as failed.
 */
export async function runSweep(
  logger: Logger,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      logger.error({ err: error, step }, 'A step of a sweep failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw failures[0];
  }
}
