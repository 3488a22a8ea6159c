/**
 * Waits for work of this process that must end within a time. The time is a timer of the same process: what holds up the work on a
 * busy machine holds up the timer too.
 * @throws when the timer rings first
 */
export async function beforeTimer<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It was not over within ${limitMs} ms.`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
