import { Injectable } from '@nestjs/common';
import { limits, runApplications, type ApplicationAction } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import {
  ApplicationBusyError,
  ApplicationMayRunError,
  ApplicationNothingFailedError,
  ApplicationNowhereError,
} from './application.errors.js';
import { ApplicationRepository, type TargetNode } from './application.repository.js';
import { ApplicationCatalogue } from './catalogue/application-catalogue.service.js';
import type { Manifest } from './catalogue/manifest.js';
import { ApplicationAnnouncer } from './runs/application-announcer.service.js';

/** An application in the catalogue. */
type Which = Pick<Manifest, 'name' | 'version'>;

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
   * Runs the action's script on every online node that the action applies to.
   * @returns on how many nodes
   * @throws ApplicationNotFoundError, ApplicationBusyError, ApplicationNowhereError, ApplicationMayRunError
   */
  async run({ name, version }: Which, action: ApplicationAction): Promise<{ nodes: number }> {
    const manifest = await this.catalogue.get(name, version);
    return this.dataSource.transaction(async (manager) => {
      await lockInTransaction(manager, 'nodeApplication', name);
      if (await this.repository.isWorking(manager, name)) {
        throw new ApplicationBusyError();
      }
      const targets = await this.repository.lockTargets(manager, manifest, action);
      if (targets.length === 0) {
        throw new ApplicationNowhereError(action);
      }
      refuseRunning(targets);
      if (action === 'uninstall') {
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
   * may still be running is left out.
   * @throws ApplicationNotFoundError, ApplicationNothingFailedError, ApplicationMayRunError where all of them may still run
   */
  async retry({ name, version }: Which): Promise<{ nodes: number }> {
    const manifest = await this.catalogue.get(name, version);
    return this.dataSource.transaction(async (manager) => {
      await lockInTransaction(manager, 'nodeApplication', name);
      const failed = await this.repository.lockTargets(manager, manifest, 'retry');
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
