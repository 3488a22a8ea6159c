import { Injectable } from '@nestjs/common';
import {
  answerCodes,
  type LocalizedText,
  type PackageState,
  type ShareRow,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { MountedPaths } from '../../../platform/file-space/mounted-paths.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { DownloadService } from '../../downloads/download.service.js';
import type { DownloadOptions } from '../../downloads/download-options.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { ShareListService } from '../listing/share-list.service.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareLinkWrongError, ShareUnavailableError } from '../share.errors.js';
import { isExpired, mayShare } from '../share.policy.js';
import { ShareRepository, type StoredShare } from '../share.repository.js';
import { SharingRepository } from '../sharing/sharing.repository.js';
import { CodeGuesses } from './code-guesses.service.js';

/** The outcome of downloading a whole link; `reason` says why there is nothing to download for the caller. */
export type LinkDownload =
  { answer: string | PackageState; reason?: undefined } | { answer: null; reason: LocalizedText };

const nothingLeft: LocalizedText = {
  cn: '分享的文件已被移动或删除，请联系分享者',
  en: 'The shared files were moved or deleted. Ask the person who shared them.',
};
const onlyAdding: LocalizedText = {
  cn: '这是收集文件夹，只能上传，不能下载',
  en: 'This is a drop box: you can upload to it, but not download anything.',
};

/** Links: users who have the id and the code of one receive the share, until it ends or they leave it. */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shares: ShareRepository,
    private readonly sharing: SharingRepository,
    private readonly guesses: CodeGuesses,
    private readonly rights: UserRights,
    private readonly lists: ShareListService,
    private readonly downloads: DownloadService,
    private readonly audit: AuditTrail,
    private readonly news: ShareEventPublisher,
  ) {}

  /**
   * Makes the caller a receiver of the share.
   * @throws ShareLinkWrongError for an unknown id, a wrong code, and a link that is over
   * @throws ShareUnavailableError when the code is right, but the owner currently may not share
   * @throws DomainError 429 after too many wrong codes
   */
  async redeem(caller: Principal, id: string, code: string): Promise<ShareRow> {
    const share = await this.open(caller, id, code);
    return this.lists.get(caller, share.id);
  }

  /** The same, and requests a download of all of it. Not being allowed to download is an answer here, not an error. */
  async redeemDownload(
    caller: Principal,
    { id, verification }: { id: string; verification: string },
    options: DownloadOptions,
  ): Promise<LinkDownload> {
    const share = await this.open(caller, id, verification);
    if (share.isDropBox) {
      return { answer: null, reason: onlyAdding };
    }
    const names = new MountedPaths(share.paths.map(({ path }) => path)).names();
    const paths = names
      .filter((_, position) => share.paths[position]?.trashId === null)
      .map((name) => `/${name}`);
    if (paths.length === 0) {
      return { answer: null, reason: nothingLeft };
    }
    try {
      const ref = { space: 'share', spaceId: share.id } as const;
      return { answer: await this.downloads.request(caller, ref, paths, options) };
    } catch (error) {
      if (error instanceof DomainError && refusals.has(error.status)) {
        return { answer: null, reason: error.sentence };
      }
      throw error;
    }
  }

  private async open(caller: Principal, id: string, code: string): Promise<StoredShare> {
    const share = await this.shares.find(id);
    const wanted = share && !isExpired(share, new Date()) ? share.verification : null;
    const guess = { userId: caller.userId, shareId: id };
    const isRight = await this.guesses.compare(guess, wanted, code);
    if (!share || !isRight) {
      throw new ShareLinkWrongError();
    }
    if (!mayShare(await this.rights.find(share.ownerId))) {
      throw new ShareUnavailableError();
    }
    await this.admit(caller, share);
    return share;
  }

  /** Adds the caller to the receivers; the owner has the share anyway. @throws ShareLinkWrongError when it has just ended */
  private async admit(caller: Principal, { id, ownerId }: StoredShare): Promise<void> {
    const added = await this.dataSource.transaction(async (manager) => {
      const name = await this.sharing.lockLink(manager, id);
      if (name === null) {
        throw new ShareLinkWrongError();
      }
      const given = ownerId === caller.userId ? [] : [caller.userId];
      await this.audit.record(manager, { target: { type: 'share', id, name } });
      return this.sharing.addReceivers(manager, id, given);
    });
    if (added.length > 0) {
      this.news.tellOwner({ id, ownerId });
      this.news.tellReceivers(id, added);
    }
  }
}

/** Statuses of a download that mean: not allowed, or not there. Others are faults, or temporary. */
const refusals: ReadonlySet<number> = new Set([answerCodes.notAllowed, answerCodes.notFound]);
