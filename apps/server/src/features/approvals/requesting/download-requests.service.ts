import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import {
  approvalRequestedNotice,
  limits,
  type ApplicationRow,
  type PackageState,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { DownloadService } from '../../downloads/download.service.js';
import { Notifications } from '../../notifications/notification.service.js';
import { ProjectGate } from '../../projects/access/project-gate.service.js';
import { ProjectSpaceProvider } from '../../projects/space/project-space-provider.service.js';
import { assertMayDownload } from '../../spaces/space-access.service.js';
import { refusalOf } from '../../spaces/space.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { ApplicationContents } from './application-contents.service.js';
import { ApplicationRepository, type PinnedContent } from '../application.repository.js';
import {
  ApplicationDecidedError,
  ApplicationNotFoundError,
  ApplicationNotNeededError,
  ApprovedContentChangedError,
  NotApprovedError,
  TooManyApplicationsError,
  TooManyApplicationsTodayError,
} from '../approval.errors.js';
import { ApprovalEventPublisher } from '../approval-event-publisher.service.js';
import { isGranted } from '../approval.policy.js';
import { ApplicationListService } from '../listing/application-list.service.js';

/** What applicants do: apply, withdraw, download what was approved. */
@Injectable()
export class DownloadRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gate: ProjectGate,
    private readonly projects: ProjectSpaceProvider,
    private readonly contents: ApplicationContents,
    private readonly applications: ApplicationRepository,
    private readonly lists: ApplicationListService,
    private readonly downloads: DownloadService,
    private readonly accounts: UserAccounts,
    private readonly notifications: Notifications,
    private readonly audit: AuditTrail,
    private readonly news: ApprovalEventPublisher,
  ) {}

  /**
   * Applies for exactly what these entries contain now. If the caller has a pending application for the same content, that one is
   * returned.
   * @throws DomainError for what cannot be applied for
   */
  async add(
    caller: Principal,
    projectId: string,
    paths: readonly string[],
    reason: string,
    signal: AbortSignal,
  ): Promise<ApplicationRow> {
    signal.throwIfAborted();
    assertMayDownload(caller);
    const space = await this.projects.open(caller, { space: 'project', spaceId: projectId });
    const refusal = await refusalOf(space, 'view', paths);
    if (refusal) {
      throw refusal;
    }
    const content = await this.contents.pin(caller, space, paths, signal);
    const files = content.files.map(({ path }) => path);
    if ((await refusalOf(space, 'download', files)) === null) {
      throw new ApplicationNotNeededError();
    }
    const { id, isNew } = await this.store(caller, projectId, content, reason);
    if (isNew) {
      await this.news.changed(projectId, [id]);
    }
    return this.lists.get(caller, id);
  }

  /** What was pinned becomes an application, unless the same is pending. @throws TooManyApplicationsError, TooManyApplicationsTodayError */
  private async store(
    caller: Principal,
    projectId: string,
    content: PinnedContent,
    reason: string,
  ): Promise<{ id: string; isNew: boolean }> {
    // Many may apply at the same time: what can be read before the project is locked is read here.
    const { displayName } = await this.accounts.getSubject(this.dataSource.manager, caller.userId);
    return this.dataSource.transaction(async (manager) => {
      const project = await this.gate.hold(
        manager,
        caller,
        projectId,
        content.files.map(({ path }) => path),
      );
      const before = await this.applications.lockUser(manager, caller.userId);
      if (before.pending >= limits.approvalsPendingPerUser) {
        throw new TooManyApplicationsError();
      }
      if (
        before.today >= limits.applicationsPerDay ||
        before.filesToday + content.files.length > limits.applicationFilesPerDay
      ) {
        throw new TooManyApplicationsTodayError();
      }
      const same = { projectId, userId: caller.userId, fingerprint: content.fingerprint };
      const pending = await this.applications.findPending(manager, same);
      if (pending) {
        return { id: pending.id, isNew: false };
      }
      const { id, entries, files, bytes } = await this.applications.insert(
        manager,
        { ...same, reason },
        content,
      );
      const whoDecides = [...new Set([project.ownerId, project.adminId])].flatMap((of) => of ?? []);
      const others = whoDecides.filter((of) => of !== caller.userId);
      const name = basename(content.entries[0]?.path ?? '');
      await this.notifications.notify(manager, others, approvalRequestedNotice, {
        applicationId: id,
        projectId,
        projectName: project.projectName,
        by: displayName,
        name,
        entries,
        reason,
      });
      await this.audit.record(manager, {
        target: { type: 'application', id, name },
        details: { project: project.projectName, entries, files, bytes, reason },
      });
      return { id, isNew: true };
    });
  }

  /** @throws ApplicationNotFoundError, ApplicationDecidedError */
  async withdraw(caller: Principal, id: string): Promise<void> {
    const projectId = await this.dataSource.transaction(async (manager) => {
      const application = await this.applications.find(id, manager, true);
      if (application?.userId !== caller.userId) {
        throw new ApplicationNotFoundError();
      }
      if (application.status !== 0) {
        throw new ApplicationDecidedError('');
      }
      const change = { status: 2, ending: 'withdrawn', decidedAt: new Date() } as const;
      await this.applications.update(manager, id, change);
      const [entry] = await this.applications.listEntries(id, manager);
      await this.audit.record(manager, {
        target: { type: 'application', id, name: basename(entry?.appliedPath ?? '') },
      });
      return application.projectId;
    });
    await this.news.changed(projectId, [id]);
  }

  /**
   * A token for the content of an approved application, or with `isAsync` the state of its packing.
   * @throws ApprovedContentChangedError when something in it is gone or a single file was changed; changes to several files are found
   * when they are packed. NotApprovedError
   */
  async download(
    caller: Principal,
    id: string,
    isAsync: boolean,
    signal: AbortSignal,
  ): Promise<string | PackageState> {
    const application = await this.applications.find(id);
    if (application?.userId !== caller.userId) {
      throw new ApplicationNotFoundError();
    }
    if (!isGranted(application, new Date())) {
      throw new NotApprovedError();
    }
    const ref = { space: 'approval', spaceId: id } as const;
    const [manifest, entries] = await Promise.all([
      this.applications.getManifest(id),
      this.applications.listEntries(id),
    ]);
    const paths = entries.map(({ path }) => path);
    this.audit.describe({ paths });
    const gone = entries.find(({ trashId }) => trashId !== null)?.path ?? manifest.gone;
    if (gone !== null) {
      throw new ApprovedContentChangedError(gone);
    }
    const given = await this.downloads
      .request(caller, ref, paths, { isAsync, manifest, signal })
      .catch((error: unknown) => {
        throw isOtherContent(error) ? new ApprovedContentChangedError(paths[0] ?? '/') : error;
      });
    if (application.usedAt === null) {
      await this.news.changed(application.projectId, [id]);
    }
    return given;
  }
}

/** A single file is opened when it is requested; those of a package when they are packed. */
const isOtherContent = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'DOWNLOAD_CONTENT_CHANGED' || error.code === 'FILE_NOT_FOUND');
