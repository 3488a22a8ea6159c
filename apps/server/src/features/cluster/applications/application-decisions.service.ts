import { Injectable } from '@nestjs/common';
import {
  limits,
  runApplications,
  type ApplicationAction,
  type endpoints,
  type EndpointParams,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import {
  ApplicationBusyError,
  ApplicationChangedError,
  ApplicationMayRunError,
  ApplicationNodesChangedError,
  ApplicationNothingFailedError,
  ApplicationNowhereError,
} from './application.errors.js';
import { ApplicationRepository, type TargetNode } from './application.repository.js';
import { ApplicationCatalogue } from './catalogue/application-catalogue.service.js';
import { digestOf, type Manifest } from './catalogue/manifest.js';
import { ApplicationAnnouncer } from './runs/application-announcer.service.js';

/** An application in the catalogue, the nodes that were chosen, and the digest of the scripts that were read. */
type Decision = EndpointParams<typeof endpoints.applications.install>;

/** Decides to run scripts of applications on nodes, each decision once and with its log row. */
@Injectable()
export class ApplicationDecisions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalogue: ApplicationCatalogue,
    private readonly repository: ApplicationRepository,
    private readonly audit: AuditTrail,
    private readonly afterCommit: AfterCommit,
    private readonly tasks: TaskQueue,
    private readonly announcer: ApplicationAnnouncer,
  ) {}

  /**
   * Runs the action's script on the chosen nodes, or on every online node that the action applies to.
   * @returns on how many nodes
   * @throws ApplicationNotFoundError, ApplicationChangedError, ApplicationBusyError, ApplicationNowhereError,
   *   ApplicationNodesChangedError, ApplicationMayRunError
   */
  async run(decision: Decision, action: ApplicationAction): Promise<{ nodes: number }> {
    const manifest = await this.read(decision);
    const { name } = manifest;
    return this.dataSource.transaction(async (manager) => {
      await lockInTransaction(manager, 'nodeApplication', name);
      if (await this.repository.isWorking(manager, name)) {
        throw new ApplicationBusyError();
      }
      const possible = await this.repository.lockTargets(manager, manifest, action);
      if (possible.length === 0) {
        throw new ApplicationNowhereError(action);
      }
      const targets = chosenOf(possible, decision.nodeIds);
      refuseRunning(targets);
      if (action === 'uninstall' && targets.length === possible.length) {
        await this.repository.forgetRefused(manager, name);
      }
      return this.start(
        manager,
        manifest,
        targets.map((node) => ({ node, action })),
      );
    });
  }

  /**
   * Runs failed scripts again, as the catalogue has them now, on the online nodes where they failed. A node where the old script
   * may still be running is left out, unless it was chosen.
   * @throws ApplicationNotFoundError, ApplicationChangedError, ApplicationNothingFailedError, ApplicationNodesChangedError,
   *   ApplicationMayRunError where all of them, or one that was chosen, may still run
   */
  async retry(decision: Decision): Promise<{ nodes: number }> {
    const manifest = await this.read(decision);
    const { name } = manifest;
    return this.dataSource.transaction(async (manager) => {
      await lockInTransaction(manager, 'nodeApplication', name);
      const failed = chosenOf(
        await this.repository.lockTargets(manager, manifest, 'retry'),
        decision.nodeIds,
      );
      if (decision.nodeIds) {
        refuseRunning(failed);
      }
      const free = failed.flatMap((node) =>
        node.failed === null || node.mayStillRun ? [] : [{ node, action: node.failed }],
      );
      if (free.length === 0) {
        refuseRunning(failed);
        throw new ApplicationNothingFailedError();
      }
      return this.start(manager, manifest, free);
    });
  }

  /** @throws ApplicationNotFoundError; ApplicationChangedError where the scripts are not those that were read */
  private async read({ name, version, digest }: Decision): Promise<Manifest> {
    const manifest = await this.catalogue.get(name, version);
    if (digest !== undefined && digest !== digestOf(manifest)) {
      throw new ApplicationChangedError();
    }
    return manifest;
  }

  private async start(
    manager: EntityManager,
    manifest: Manifest,
    runs: readonly { node: TargetNode; action: ApplicationAction }[],
  ): Promise<{ nodes: number }> {
    const { name, version } = manifest;
    await this.repository.replaceRuns(
      manager,
      manifest,
      runs.map((run) => ({ ...run, script: manifest[run.action] })),
    );
    await this.audit.record(manager, {
      target: { type: 'hostApplication', id: name, name },
      details: { version, count: runs.length, nodes: namesOf(runs.map(({ node }) => node)) },
    });
    this.afterCommit.run(manager, async () => {
      this.announcer.applicationChanged(name);
      await this.tasks.add(runApplications, {});
    });
    return { nodes: runs.length };
  }
}

/** All of them, where none were chosen. @throws ApplicationNodesChangedError where a chosen one is not among them */
function chosenOf(
  possible: readonly TargetNode[],
  nodeIds: readonly string[] | undefined,
): readonly TargetNode[] {
  if (!nodeIds) {
    return possible;
  }
  const wanted = new Set(nodeIds);
  const chosen = possible.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) {
    throw new ApplicationNodesChangedError(wanted.size - chosen.length);
  }
  return chosen;
}

/** Two scripts of one application at once on a host could undo each other. @throws ApplicationMayRunError */
function refuseRunning(targets: readonly TargetNode[]): void {
  const running = targets.filter(({ mayStillRun }) => mayStillRun);
  if (running.length > 0) {
    throw new ApplicationMayRunError(namesOf(running));
  }
}

/** Sentences and the log name at most this many, and count the rest. */
function namesOf(nodes: readonly TargetNode[]): string[] {
  const names = nodes.map(({ name }) => name).sort();
  const rest = names.length - limits.applicationNodesNamed;
  return rest > 0 ? [...names.slice(0, limits.applicationNodesNamed), `+${String(rest)}`] : names;
}
