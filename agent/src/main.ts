import { closeInheritedDescriptors } from '@clusterdesk/host';
import { Agent } from './agent.js';
import { ConfigError, readConfig } from './config.js';
import { CredentialStore } from './credentials.js';
import { log, messageOf } from './log.js';
import { openStateDir } from './state-dir.js';
import { agentVersion } from './version.js';

async function start(): Promise<Agent> {
  closeInheritedDescriptors();
  const config = await readConfig(process.env, process.getuid?.() === 0);
  const stateDir = await openStateDir(config.stateDir);
  const store = new CredentialStore(stateDir);
  if (config.token === undefined && store.load() === null) {
    throw new ConfigError([
      'AGENT_TOKEN is missing: this node is not enrolled yet. Get a token from an administrator.',
    ]);
  }
  return Agent.start(config, stateDir, store);
}

function refuse(error: unknown): never {
  const lines = error instanceof ConfigError ? error.lines : [messageOf(error)];
  for (const line of lines) {
    process.stderr.write(`agent: ${line}\n`);
  }
  process.exit(error instanceof ConfigError ? 2 : 1);
}

if (process.argv.includes('--version')) {
  process.stdout.write(`${agentVersion}\n`);
} else {
  // Whoever reads the log lines may go away; that is no reason to stop.
  process.stdout.on('error', () => undefined);
  const running = start();
  running.catch(refuse);
  let isStopping = false;
  const stop = (): void => {
    if (!isStopping) {
      isStopping = true;
      log('stopping');
      running.then((agent) => agent.stop()).then(() => process.exit(0), refuse);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.channel) {
    process.on('disconnect', stop);
  }
}
