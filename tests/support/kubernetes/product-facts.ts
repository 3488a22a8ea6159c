import 'reflect-metadata';
import { readConfig } from '../../../agent/src/config.js';
import { ConfigError as AgentConfigError } from '../../../agent/src/config-error.js';
import { settingNames } from '../../../agent/src/config.js';
import { ConfigError, loadConfig, type Config } from '../../../apps/server/src/config/config.js';
import { environmentSchema } from '../../../apps/server/src/config/environment.js';
import { HealthController } from '../../../apps/server/src/features/operations/health/health.controller.js';
import { WorkerStatus } from '../../../apps/server/src/features/operations/health/worker-status.service.js';

type WorkerParts = ConstructorParameters<typeof WorkerStatus>;

/** Every variable that server and worker read, and the one of Node that they are given. */
export const serverVariables: readonly string[] = [
  ...Object.keys(environmentSchema.shape),
  'NODE_EXTRA_CA_CERTS',
];

/** Every variable that the agent reads. */
export const agentVariables: readonly string[] = settingNames;

/** The health checks of the server, by their whole path. */
export function serverHealthPaths(): string[] {
  const pathOf = (target: object): unknown => Reflect.getMetadata('path', target);
  const { prototype } = HealthController;
  return [prototype.live, prototype.ready].map(
    (method) => `/api/${String(pathOf(HealthController))}/${String(pathOf(method))}`,
  );
}

/** Of these paths, those that a worker answers with 200 while all is well. */
export async function workerAnswers(paths: readonly string[]): Promise<string[]> {
  const status = new WorkerStatus(
    { workerPort: 0, host: '127.0.0.1' } as WorkerParts[0],
    { isRunning: true } as WorkerParts[1],
    { readiness: () => Promise.resolve('ok') } as WorkerParts[2],
    {} as WorkerParts[3],
  );
  const port = await status.listen();
  try {
    const answers = await Promise.all(
      paths.map((path) => fetch(`http://127.0.0.1:${String(port)}${path}`)),
    );
    return paths.filter((_, index) => answers[index]?.ok);
  } finally {
    await status.beforeApplicationShutdown();
  }
}

/** What server and worker have to say against these variables. */
export function serverRefusals(variables: Record<string, string>): string[] {
  try {
    loadConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.lines;
    }
    throw error;
  }
}

/** The folders that server and worker use with these variables. */
export function serverFolders(variables: Record<string, string>): string[] {
  const config: Config = loadConfig(variables);
  return [config.dataDir, config.filesDir, config.clientToolsDir, config.backupDir];
}

/** What an agent has to say against these variables. */
export async function agentRefusals(
  variables: Record<string, string>,
  isRoot: boolean,
): Promise<string[]> {
  try {
    await readConfig(variables, isRoot);
    return [];
  } catch (error) {
    if (error instanceof AgentConfigError) {
      return [error.message];
    }
    throw error;
  }
}
