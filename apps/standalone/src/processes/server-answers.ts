/** Whether the server can work. */
export async function answersReady(localUrl: string): Promise<boolean> {
  const answer = await ask(`${localUrl}/api/health/ready`);
  return answer?.status === 200;
}

/** Which version the server says it is; null when it does not say. */
export async function readVersion(localUrl: string): Promise<string | null> {
  const answer = await ask(`${localUrl}/api/platform/info`);
  try {
    const { result } = JSON.parse(answer?.text ?? '') as { result?: { version?: unknown } };
    return typeof result?.version === 'string' ? result.version : null;
  } catch {
    return null;
  }
}

async function ask(url: string): Promise<{ status: number; text: string } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}
