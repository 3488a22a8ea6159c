import { mkdir } from 'node:fs/promises';
import type { Server as HttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Logger, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { limits } from '@clusterdesk/contracts';
import helmet, { type HelmetOptions } from 'helmet';
import { AppModule } from './app.module.js';
import { Config } from './config/config.js';
import { inlineScriptHashes, serveConsole } from './console-files.js';
import { ApplicationCatalogue } from './features/cluster/applications/catalogue/application-catalogue.service.js';
import { PlatformAddress } from './features/cluster/nodes/platform-address.service.js';
import { AgentProgram } from './features/cluster/agent-files/agent-program.service.js';
import { serveAgentFiles } from './features/cluster/agent-files/serve-agent-files.js';
import { AgentGateway } from './features/cluster/agents/agent-gateway.service.js';
import { AgentRecheck } from './features/cluster/agents/agent-recheck.service.js';
import { CodeRedemption } from './features/cluster/desktop-sessions/code-redemption.service.js';
import { SessionIntake } from './features/cluster/desktop-sessions/session-intake.service.js';
import { RunEvents } from './features/cluster/runs/run-events.service.js';
import { NodeHello } from './features/cluster/agents/node-hello.service.js';
import { ReportIntake } from './features/cluster/monitoring/report-intake.service.js';
import { NodePresence } from './features/cluster/presence/node-presence.service.js';
import { ConsoleGateway } from './features/sessions/live/console-gateway.service.js';
import { DevelopUserService } from './features/users/bootstrap/develop-user.service.js';
import { BootstrapService } from './features/users/bootstrap/bootstrap.service.js';
import { LocalNodeService } from './features/jobs/scheduling/local-node.service.js';
import { boardMount, TaskBoard } from './features/operations/task-board/task-board.service.js';
import { MetricsService } from './features/operations/metrics/metrics.service.js';
import { measureRequests } from './features/operations/metrics/process-metrics.js';
import { Authenticator } from './platform/http/access/principal.js';
import { limitBodyTime } from './platform/http/serving/body-deadline.middleware.js';
import { compressJson } from './platform/http/serving/compress-json.middleware.js';
import { trustProxy } from './platform/http/serving/forwarded.middleware.js';
import { HttpAdapter } from './platform/http/serving/http-adapter.js';
import { forbidStoring } from './platform/http/serving/no-store.middleware.js';
import { PlatformBuild } from './platform/http/serving/platform-build.service.js';
import { readJson } from './platform/http/serving/read-json.middleware.js';
import { UndeclaredProxy } from './platform/http/serving/undeclared-proxy.service.js';
import { ServerDrain } from './platform/http/serving/server-drain.service.js';
import { keepRequest } from './platform/http/request-context.js';
import { requestLog } from './platform/http/request-log.middleware.js';
import { TaskQueue } from './platform/tasks/task-queue.service.js';
import { Realtime } from './platform/realtime/realtime.service.js';
import { Timings } from './platform/timings.js';

/** The console needs no more than its own files; antd writes its styles into the page. */
const contentSecurityPolicy = (consoleDir: string): HelmetOptions['contentSecurityPolicy'] => ({
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...inlineScriptHashes(consoleDir)],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    // 'self' covers the WebSocket of the same host, in Chrome since 71, in Firefox before that, in Safari since 16
    // (https://github.com/w3c/webappsec-csp/issues/7). No other host: an injected script can send nothing out.
    // And the client on the person's own computer ("open client", spec part 1 §7).
    connectSrc: ["'self'", `http://127.0.0.1:${limits.clientPort}`],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'self'"],
    // Plain http on a lab's network is a supported way to run.
    upgradeInsecureRequests: null,
  },
});

/**
 * Starts the server and waits until it takes calls.
 * @param timings how long it waits and how often it looks.
 * @param beforeListening what must be there before the first call may come.
 */
export async function startServer(
  config: Config,
  logger: LoggerService,
  timings = new Timings(),
  beforeListening?: (app: NestExpressApplication) => void,
): Promise<{ app: NestExpressApplication; port: number }> {
  await mkdir(config.filesDir, { recursive: true, mode: 0o750 });
  const adapter = new HttpAdapter();
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, timings),
    adapter,
    { logger, bodyParser: false, abortOnError: false },
  );
  const consoleDir =
    config.consoleDir ?? fileURLToPath(new URL('../../console/dist', import.meta.url));
  const express = app.getHttpAdapter().getInstance();
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  const undeclaredProxy = app.get(UndeclaredProxy);
  app.use(trustProxy(config.proxySecret, (address) => undeclaredProxy.note(address)));
  app.use(app.get(ServerDrain).middleware);
  app.use(requestLog);
  app.use('/api', app.get(PlatformBuild).middleware);
  app.use(keepRequest);
  app.use(measureRequests);
  app.use(
    helmet({
      contentSecurityPolicy: contentSecurityPolicy(consoleDir),
      hsts: false,
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
    }),
  );
  app.use('/api', forbidStoring, compressJson());
  const board = app.get(TaskBoard);
  app.use(boardMount, board.use.bind(board));
  app.use(limitBodyTime());
  const authenticator = app.get(Authenticator);
  app.use(readJson((token) => authenticator.authenticateAny(token)));
  app.setGlobalPrefix('api');
  express.get('/metrics', (request, response, next) => {
    app.get(MetricsService).answer(request, response, 'server').catch(next);
  });
  const agentDir =
    config.agentDir ?? fileURLToPath(new URL('../../../agent/dist', import.meta.url));
  serveAgentFiles(express, app.get(PlatformAddress), agentDir);
  app.get(AgentProgram).use(agentDir);
  app.get(PlatformBuild).read(consoleDir);
  serveConsole(express, consoleDir);

  app
    .get(ApplicationCatalogue)
    .open(
      config.applicationsDir ??
        fileURLToPath(new URL('../../../deploy/applications', import.meta.url)),
    );
  await app.get(BootstrapService).run();
  await app.get(DevelopUserService).run();
  await app.get(LocalNodeService).register();
  await app.init();
  // At once: Express's own answer waits for the body, and throws where nobody catches when its deadline was first.
  express.use((_request, response) => {
    response.status(404).type('text/plain').send('Not Found\n');
  });
  // Opened now: a queue that cannot be reached stops the start, not the first call that adds a task.
  await app.get(TaskQueue).open();

  const server = app.getHttpServer() as HttpServer;
  app.get(Realtime).attach(server);
  app.get(ConsoleGateway).start();
  app.get(AgentGateway).start({
    ...app.get(NodeHello).handlers,
    ...app.get(ReportIntake).handlers,
    ...app.get(RunEvents).handlers,
    ...app.get(SessionIntake).handlers,
    ...app.get(CodeRedemption).handlers,
  });
  app.get(AgentRecheck).start();
  await app.get(NodePresence).start();
  beforeListening?.(app);
  await adapter.listeners.open(config.listenPlace);
  const address = server.address();
  return { app, port: typeof address === 'object' && address ? address.port : config.port };
}

/** How long closing connections may take at a stop, milliseconds. */
const closingMs = 2_000;

/** How long a stop waits for the first request of connections that came just before it, milliseconds. */
const hearingMs = 1_000;

/** Takes no more calls and waits for those under way, before the app is closed. */
export async function drainServer(app: NestExpressApplication): Promise<void> {
  const { stopNoticeMs, stopTimeoutMs } = app.get(Config);
  const limitMs = Math.max(0, stopTimeoutMs - stopNoticeMs - closingMs);
  const drain = app.get(ServerDrain);
  const adapter = app.getHttpAdapter();
  await drain.announce(stopNoticeMs);
  const begin = performance.now();
  if (adapter instanceof HttpAdapter) {
    // A connection that was taken has its request on the way, and its client does not expect to have to send it again.
    await adapter.listeners.leaveToNext(hearingMs);
  }
  const left = await drain.finish(Math.max(0, limitMs - (performance.now() - begin)));
  if (left > 0) {
    new Logger('Process').warn(`${left} calls were still under way when the stop's time was over.`);
  }
  if (adapter instanceof HttpAdapter) {
    await adapter.listeners.closeAndHear(hearingMs);
  }
  // The app's own close would wait for them, and for half a request that never comes.
  (app.getHttpServer() as HttpServer).closeAllConnections();
}
