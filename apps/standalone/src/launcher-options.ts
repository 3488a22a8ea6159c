import { resolve } from 'node:path';
import { LauncherError } from './launcher-error.js';
import { defaultStopTimeoutMs } from './timings.js';

/** What the launcher itself reads of the environment; server, worker and agent read and check the rest. */
export interface LauncherOptions {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** A PostgreSQL of the operator's own; null: the embedded one. */
  databaseUrl: string | null;
  /** Absolute; null: `files` in the data folder. */
  filesDir: string | null;
  hasLocalAgent: boolean;
  adminPassword: string | null;
  /** Whose signature a release must have (PEM or Base64 of an Ed25519 key); undefined: none is taken. */
  updateKey: string | undefined;
  /** Within how long a stop of everything is over, milliseconds. */
  stopTimeoutMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables; the error lists every wrong one, a line each. An empty variable counts as absent. */
export function readLauncherOptions(env: Environment): LauncherOptions {
  const wrong: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (value: string) => T | string): T => {
    const value = env[name]?.trim();
    if (!value) {
      return fallback;
    }
    const parsed = parse(value);
    if (typeof parsed === 'string' && parsed.startsWith(`${name} `)) {
      wrong.push(parsed);
      return fallback;
    }
    return parsed as T;
  };

  const options: LauncherOptions = {
    port: read('PORT', 8080, (value) =>
      /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65535
        ? Number(value)
        : `PORT must be a number from 1 to 65535, not "${value}".`,
    ),
    host: read('HOST', '0.0.0.0', (value) =>
      /^[\w.:-]+$/.test(value) ? value : `HOST must be an address of this machine, not "${value}".`,
    ),
    dataDir: resolve(read('DATA_DIR', 'data', (value) => value)),
    // The value may hold a password, so it is not shown.
    databaseUrl: read<string | null>('DATABASE_URL', null, (value) =>
      /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)
        ? value
        : 'DATABASE_URL must look like postgresql://user:password@host:5432/database.',
    ),
    filesDir: read<string | null>('FILES_DIR', null, (value) => resolve(value)),
    hasLocalAgent: read('LOCAL_AGENT', true, (value) =>
      value === 'true' || value === 'false'
        ? value === 'true'
        : `LOCAL_AGENT must be true or false, not "${value}".`,
    ),
    adminPassword: env['ADMIN_PASSWORD'] || null,
    // Checked when it is needed; the server says at its start when it is wrong.
    updateKey: env['UPDATE_PUBLIC_KEY']?.trim() || undefined,
    stopTimeoutMs: read('STOP_TIMEOUT_MS', defaultStopTimeoutMs, (value) =>
      /^\d{4,7}$/.test(value) && Number(value) >= 1_000 && Number(value) <= 3_600_000
        ? Number(value)
        : `STOP_TIMEOUT_MS must be a number from 1000 to 3600000, not "${value}".`,
    ),
  };
  if (wrong.length > 0) {
    throw new LauncherError('VARIABLE_WRONG', wrong.join('\n'));
  }
  return options;
}
