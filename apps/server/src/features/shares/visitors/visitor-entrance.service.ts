import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type EndpointResult,
  type endpoints,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { addressKey } from '../../../platform/limits/address-key.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { hashToken } from '../../../platform/secrets/token-hash.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { CodeGuesses } from '../links/code-guesses.service.js';
import { ShareRepository, type StoredShare } from '../share.repository.js';
import { VisitorBoxes } from './visitor-boxes.service.js';
import { DropBoxClosedError } from './visitor.errors.js';
import { VisitorRepository } from './visitor.repository.js';

type Shares = typeof endpoints.shares;

/** Calls of strangers cost queries, right codes too: a class behind one address has enough. */
const callLimit: RateLimit = {
  name: 'drop-box-calls',
  points: limits.visitorCallsPerHour,
  seconds: 3_600,
};

/** How people without an account come to a drop box: by its address and its code, of which many wrong ones lock it. */
@Injectable()
export class VisitorEntrance {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shares: ShareRepository,
    private readonly visitors: VisitorRepository,
    private readonly boxes: VisitorBoxes,
    private readonly guesses: CodeGuesses,
    private readonly limits: RateLimits,
    private readonly rights: UserRights,
    private readonly accounts: UserAccounts,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Who asks for files, and for what: all that a visitor gets to know of the platform.
   * @throws DropBoxClosedError, whatever is wrong
   * @throws DomainError 429 after too many wrong codes, or calls
   */
  async look(
    input: EndpointParams<Shares['lookAtDropBox']>,
    address: string,
  ): Promise<EndpointResult<Shares['lookAtDropBox']>> {
    const share = await this.find(input, address);
    const { displayName: sharer } = await this.accounts.getSubject(
      this.dataSource.manager,
      share.ownerId,
    );
    return { sharer, title: titleOf(share) };
  }

  /** Gives the ticket with which files are added. @throws the same */
  async enter(
    { name, ...input }: EndpointParams<Shares['enterDropBox']>,
    address: string,
  ): Promise<EndpointResult<Shares['enterDropBox']>> {
    const share = await this.find(input, address);
    const ticket = randomBytes(32).toString('base64url');
    await this.dataSource.transaction(async (manager) => {
      await this.visitors.add(manager, {
        id: randomUUID(),
        shareId: share.id,
        tokenHash: hashToken(ticket),
        name,
        address,
        addressKey: addressKey(address),
        expiresAt: new Date(Date.now() + limits.visitorTicketMs),
      });
      await this.audit.record(manager, {
        target: { type: 'share', id: share.id, name: folderOf(share) },
        details: { visitor: name },
      });
    });
    return { ticket };
  }

  private async find(
    { id, code }: { id: string; code: string },
    address: string,
  ): Promise<StoredShare> {
    const key = addressKey(address);
    await this.limits.consume(callLimit, key);
    const share = await this.shares.find(id);
    const isOpen =
      share?.paths[0]?.trashId === null &&
      (await this.boxes.isOpen(share, await this.rights.find(share.ownerId)));
    const wanted = share && isOpen ? share.verification : null;
    const isRight = await this.guesses.compare({ userId: `at ${key}`, shareId: id }, wanted, code);
    if (!share || !isRight) {
      throw new DropBoxClosedError();
    }
    return share;
  }
}

const folderOf = ({ paths: [box] }: StoredShare): string => box?.path.split('/').at(-1) ?? '';
const titleOf = (share: StoredShare): string => share.visitorTitle ?? folderOf(share);
