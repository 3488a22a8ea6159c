import { Client } from 'pg';
import { insertUser } from './insert-user.js';
import { adminPassword, startTestServer } from './test-server.js';

/** What the contract suites need of the server that they ask. */
export interface ContractServer {
  readonly baseUrl: string;
  readonly adminPassword: string;
  /** What nginx refuses by itself does not reach the server. */
  readonly isBehindNginx: boolean;
  readonly config: { readonly filesDir: string };
  /** A user whose role has these pages. */
  addUser(name: string, menuUrls: readonly string[]): Promise<{ token: string }>;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Where a platform runs that somebody else has started; as JSON in the environment variable CONTRACT_PLATFORM. */
export interface ContractPlatform {
  url: string;
  databaseUrl: string;
  adminPassword: string;
  /** Its FILES_DIR, as this process reaches it. */
  filesDir: string;
}

/** A server of the suite's own; or, where CONTRACT_PLATFORM names one, that platform (tests/containers/contract.test.ts). */
export async function startContractServer(): Promise<ContractServer> {
  const given = process.env['CONTRACT_PLATFORM'];
  if (given !== undefined) {
    return ask(JSON.parse(given) as ContractPlatform);
  }
  const server = await startTestServer();
  return Object.assign(server, { adminPassword, isBehindNginx: false });
}

async function ask(platform: ContractPlatform): Promise<ContractServer> {
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const query = async (sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]> =>
    (await database.query<Record<string, unknown>>(sql, parameters)).rows;
  return {
    baseUrl: platform.url,
    adminPassword: platform.adminPassword,
    isBehindNginx: true,
    config: platform,
    addUser: (name, menuUrls) => insertUser(query, name, menuUrls),
    query,
    stop: () => database.end(),
  };
}
