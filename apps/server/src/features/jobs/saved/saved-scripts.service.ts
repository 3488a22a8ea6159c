import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type jobEndpoints,
  type SavedScript,
  type SavedScriptText,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { ProjectGate } from '../../projects/access/project-gate.service.js';
import {
  QueueNotFoundError,
  SavedScriptNotFoundError,
  ScriptSharingError,
  TooManySavedScriptsError,
} from '../job.errors.js';
import { managesQueues } from '../job.policy.js';
import { QueueRepository } from '../queues/queue.repository.js';
import { SavedScriptRepository, type StoredScript } from './saved-script.repository.js';

type SaveInput = EndpointParams<typeof jobEndpoints.save>;

/** Scripts that people keep to run them again, and share with those of a queue or a project. */
@Injectable()
export class SavedScripts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SavedScriptRepository,
    private readonly queues: QueueRepository,
    private readonly projects: ProjectGate,
    private readonly audit: AuditTrail,
    private readonly config: Config,
  ) {}

  async list(caller: Principal): Promise<SavedScript[]> {
    const usable = await this.queues.list(managesQueues(caller) ? {} : { userId: caller.userId });
    const ids = usable.map(({ id }) => id);
    const scripts = await this.repository.listFor(caller.userId, ids, limits.savedScriptsMax);
    return scripts.map((script) => toSavedScript(script, caller, this.config.timeZone));
  }

  /** @throws SavedScriptNotFoundError, also for one that is not in the caller's list */
  async get(caller: Principal, id: string): Promise<SavedScriptText> {
    const script = (await this.list(caller)).find((one) => one.id === id);
    if (!script) {
      throw new SavedScriptNotFoundError();
    }
    return { ...script, context: await this.repository.readText(id) };
  }

  /**
   * Adds a script, or edits the one of `id`.
   * @throws SavedScriptNotFoundError, TooManySavedScriptsError, ScriptSharingError, ProjectNotFoundError, QueueNotFoundError
   */
  async save(caller: Principal, input: SaveInput): Promise<{ id: string }> {
    return this.dataSource.transaction(async (manager) => {
      const id = await this.open(manager, caller, input);
      await this.repository.edit(manager, id, input);
      await this.share(manager, caller, id, input);
      const saved = await this.repository.lock(manager, id);
      await this.record(manager, id, saved?.jobName ?? '');
      return { id };
    });
  }

  /** @throws SavedScriptNotFoundError */
  async remove(caller: Principal, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const script = await this.repository.lock(manager, id);
      if (!script || !(script.ownerId === caller.userId || caller.isSystemAdministrator)) {
        throw new SavedScriptNotFoundError();
      }
      await this.repository.remove(manager, id);
      await this.record(manager, id, script.jobName);
    });
  }

  private async open(
    manager: EntityManager,
    caller: Principal,
    { id, jobName = '', context = '' }: SaveInput,
  ): Promise<string> {
    if (id === undefined) {
      await lockInTransaction(manager, 'jobsOfUser', caller.userId);
      if ((await this.repository.countOf(manager, caller.userId)) >= limits.savedScriptsMax) {
        throw new TooManySavedScriptsError();
      }
      return this.repository.add(manager, caller.userId, { jobName, context });
    }
    const script = await this.repository.lock(manager, id);
    if (script?.ownerId !== caller.userId) {
      throw new SavedScriptNotFoundError();
    }
    return id;
  }

  /** Whoever shares manages what it is newly shared with; an author may take it back from anything. */
  private async share(
    manager: EntityManager,
    caller: Principal,
    id: string,
    { queues, projects }: SaveInput,
  ): Promise<void> {
    const idsOf = (refs: readonly { id: string }[]): string[] => [
      ...new Set(refs.map((ref) => ref.id)),
    ];
    if (queues) {
      const wanted = idsOf(queues);
      const added = await this.repository.notYetSharedWith(manager, id, 'queue', wanted);
      if (added.length > 0 && !managesQueues(caller)) {
        throw new ScriptSharingError();
      }
      if ((await this.repository.shareWith(manager, id, 'queue', wanted)) < wanted.length) {
        throw new QueueNotFoundError();
      }
    }
    if (projects) {
      const wanted = idsOf(projects);
      const added = await this.repository.notYetSharedWith(manager, id, 'project', wanted);
      // In one order, so that two calls cannot wait for each other.
      for (const projectId of added.sort()) {
        await this.projects.lockAsManager(manager, caller, projectId);
      }
      await this.repository.shareWith(manager, id, 'project', wanted);
    }
  }

  private record(manager: EntityManager, id: string, name: string): Promise<void> {
    return this.audit.record(manager, { target: { type: 'savedScript', id, name } });
  }
}

function toSavedScript(
  { ownerId, createdAt, ...script }: StoredScript,
  { userId }: Principal,
  timeZone: string,
): SavedScript {
  return {
    ...script,
    createTime: wireTime(createdAt, timeZone),
    state: 1,
    isOwn: ownerId === userId,
  };
}
