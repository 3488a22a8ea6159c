export function runWhileProgressing(
  args: string[],
  options: {
    cwd?: string;
    env?: NodeJS.ProcessEnv;
    limits?: { silenceMs?: number; overallMs?: number; graceMs?: number };
  },
): Promise<{ status: number | null; stopped: string | null }>;
