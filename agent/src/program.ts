import { closeInheritedDescriptors } from '@clusterdesk/host';
import { Agent } from './agent.js';
import { helpText } from './command-line/help.js';
import { type Action, readAction, UsageError } from './command-line/options.js';
import { reportOnce } from './command-line/report-once.js';
import { readConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { CredentialStore } from './enrolment/credentials.js';
import { log, messageOf, stackOf } from './log.js';
import { openStateDir } from './state-dir.js';
import { defaultTimings, type Timings } from './timings.js';
import { isLoopback } from './transport/backoff.js';
import { agentVersion } from './version.js';

const isRoot = process.getuid?.() === 0;

/** So long an agent that a fault ends may take for it; it may be the fault that keeps it from ending. */
const faultStopMs = 10_000;

async function start(timings: Timings, onReplaced: () => void): Promise<Agent> {
  closeInheritedDescriptors();
  const config = await readConfig(process.env, isRoot);
  const stateDir = await openStateDir(config.stateDir);
  const store = new CredentialStore(stateDir);
  if (config.token === undefined && store.load() === null) {
    throw new ConfigError([
      'AGENT_TOKEN is missing: this node is not enrolled yet. Get a token from an administrator.',
    ]);
  }
  if (config.server.startsWith('http:') && !isLoopback(config.server)) {
    log(
      `WARNING: ${config.server} is not https. Nobody on the way can give this host orders, but whoever is there can read scripts and their output.`,
    );
  }
  return Agent.start(config, stateDir, store, timings, onReplaced);
}

function refuse(error: unknown): never {
  const lines = error instanceof ConfigError ? error.lines : [messageOf(error)];
  for (const line of lines) {
    process.stderr.write(`agent: ${line}\n`);
  }
  process.exit(error instanceof ConfigError || error instanceof UsageError ? 2 : 1);
}

function run(timings: Timings): void {
  // Whoever reads the log lines may go away; that is no reason to stop.
  process.stdout.on('error', () => undefined);
  const running = start(timings, () => stop(0, (agent) => agent.stop(false)));
  running.catch(refuse);
  let isStopping = false;
  const stop = (exitCode: number, end: (agent: Agent) => Promise<void>): void => {
    if (!isStopping) {
      isStopping = true;
      log('stopping');
      running.then(end).then(() => process.exit(exitCode), refuse);
    }
  };
  const stopAsTold = (): void => stop(0, (agent) => agent.stop());
  process.on('SIGTERM', stopAsTold);
  process.on('SIGINT', stopAsTold);
  if (process.channel) {
    process.on('disconnect', stopAsTold);
  }
  // A fault of the program: whoever supervises it starts it again, and jobs go on meanwhile.
  const onFault = (error: unknown): void => {
    log(`a fault that nothing handles: ${stackOf(error)}`);
    setTimeout(() => process.exit(1), faultStopMs).unref();
    stop(1, (agent) => agent.stop(false));
  };
  process.on('unhandledRejection', onFault);
  process.on('uncaughtException', onFault);
}

const actions: Record<Action, (timings: Timings) => void> = {
  run,
  help: () => void process.stdout.write(helpText),
  version: () => void process.stdout.write(`${agentVersion}\n`),
  once: () => {
    reportOnce(process.env, isRoot).then(
      (report) => void process.stdout.write(`${JSON.stringify(report, null, 2)}\n`),
      refuse,
    );
  },
};

/** Does what the command line says, and ends the process when it cannot. */
export function runProgram(timings: Timings = defaultTimings): void {
  try {
    actions[readAction(process.argv.slice(2))](timings);
  } catch (error) {
    refuse(error);
  }
}
