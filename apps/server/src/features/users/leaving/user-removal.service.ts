import { Injectable, Logger } from '@nestjs/common';
import { removeUser } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { AccessRevocation, revocationReasons } from '../rights/access-revocation.js';
import { nameColumns } from '../names/user-name.js';
import { UserEntity } from '../user.entity.js';
import { UserRemovalEntity } from './user-removal.entity.js';
import { UserRemovalSteps, type UserRemovalStep } from './user-removal-steps.service.js';

/** A step that takes longer is ended and tried again. */
const stepMs = 10 * 60_000;
/** After this time another worker takes over from one that ended; a running one renews the lease. */
const leaseSeconds = 30;
const renewMs = 10_000;
/** A removal that nobody carries out is found again after this time. */
const lostAfterSeconds = 15;
const isLost = `created_at < now() - make_interval(secs => ${lostAfterSeconds})
  AND (leased_until IS NULL OR leased_until < now())`;

/** Deletes users, and carries out what follows from it until it is done (docs/decisions/leaving-is-durable.md). */
@Injectable()
export class UserRemovals {
  private readonly logger = new Logger('UserRemovals');

  constructor(
    private readonly dataSource: DataSource,
    private readonly steps: UserRemovalSteps,
    private readonly tasks: TaskQueue,
    private readonly revocation: AccessRevocation,
  ) {}

  /** Deletes the user and notes, in the same transaction, what is to be cleared away. @returns for `announce` */
  async remove(manager: EntityManager, user: UserEntity): Promise<UserRemovalEntity> {
    const homeKey = user.homeKey ?? user.userName;
    const removal = await manager.save(
      manager.create(UserRemovalEntity, {
        userId: user.id,
        userName: user.userName,
        ...nameColumns(user.userName),
        homeKey,
      }),
    );
    await manager.query(
      'INSERT INTO retired_home (home_key) VALUES ($1) ON CONFLICT (home_key) DO NOTHING',
      [homeKey],
    );
    await this.steps.readBeforeDeletion(manager, user.id);
    await this.revocation.deleteSessions(manager, user.id);
    await manager.delete(UserEntity, { id: user.id });
    return removal;
  }

  /** After the commit. What is lost here, a sweep finds. */
  async announce(user: UserEntity, removal: UserRemovalEntity): Promise<void> {
    this.revocation.announce(user, revocationReasons.deleted);
    await this.tasks.add(removeUser, { removalId: removal.id });
  }

  /** Whether `listLost` finds any, as SQL. */
  get lostCondition(): string {
    return `EXISTS (SELECT FROM user_removal WHERE ${isLost})`;
  }

  /** Removals that no worker has at this moment. */
  async listLost(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM user_removal WHERE ${isLost} ORDER BY created_at LIMIT 100`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Carries out the steps that are not done yet, and deletes the row after the last. Several workers may be asked at once: one
   * gets it.
   * @throws the first step's error, after the other steps were tried; what is done stays done.
   */
  async carryOut(id: string): Promise<void> {
    const removal = await this.lease(id);
    if (!removal) {
      return;
    }
    let failure: unknown;
    for (const step of this.steps.list().filter(({ name }) => !removal.stepsDone.includes(name))) {
      if (failure !== undefined && step.phase === 'archive') {
        break;
      }
      try {
        await this.carryOutStep(removal, step);
      } catch (error) {
        failure ??= error;
        this.logger.warn({ err: error, step: step.name }, 'A step of a removal is tried again');
      }
    }
    if (failure === undefined) {
      await this.dataSource.getRepository(UserRemovalEntity).delete({ id });
      return;
    }
    await this.dataSource.query('UPDATE user_removal SET leased_until = NULL WHERE id = $1', [id]);
    throw failure instanceof Error ? failure : new Error(String(failure));
  }

  private async carryOutStep(removal: UserRemovalEntity, step: UserRemovalStep): Promise<void> {
    const renewal = setInterval(() => this.renew(removal.id), renewMs);
    try {
      await step.run(removal, AbortSignal.timeout(stepMs));
    } finally {
      clearInterval(renewal);
    }
    await this.dataSource.query(
      'UPDATE user_removal SET steps_done = array_append(steps_done, $2) WHERE id = $1',
      [removal.id, step.name],
    );
  }

  private renew(id: string): void {
    this.dataSource
      .query(
        'UPDATE user_removal SET leased_until = now() + make_interval(secs => $2) WHERE id = $1',
        [id, leaseSeconds],
      )
      .catch((error: unknown) => this.logger.warn({ err: error }, 'A lease was not renewed'));
  }

  private async lease(id: string): Promise<UserRemovalEntity | null> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE user_removal SET leased_until = now() + make_interval(secs => $2)
       WHERE id = $1 AND (leased_until IS NULL OR leased_until < now()) RETURNING 1`,
      [id, leaseSeconds],
    );
    return rows.length === 0
      ? null
      : this.dataSource.getRepository(UserRemovalEntity).findOneBy({ id });
  }
}
