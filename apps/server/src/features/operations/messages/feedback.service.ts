import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type endpoints,
  type FeedbackRow,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { FeedbackNotFoundError } from './feedback.errors.js';
import { FeedbackNews } from './feedback-news.service.js';
import { toFeedbackRow } from './feedback.presenter.js';
import { FeedbackRepository } from './feedback.repository.js';

type Calls = typeof endpoints.feedback;

const leaving: RateLimit = { name: 'feedback', points: limits.feedbackPerHour, seconds: 3_600 };
const defaultPageSize = 20;

/** Messages of users to the administrators (spec part 2 §2, Contact page). */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: FeedbackRepository,
    private readonly accounts: UserAccounts,
    private readonly rates: RateLimits,
    private readonly news: FeedbackNews,
    private readonly audit: AuditTrail,
    private readonly config: Config,
  ) {}

  /** Stores a message and tells the administrators. @throws DomainError 429 */
  async leave(caller: Principal, { message }: EndpointParams<Calls['leave']>): Promise<void> {
    await this.rates.consume(leaving, caller.userId);
    await this.dataSource.transaction(async (manager) => {
      const author = await this.accounts.getSubject(manager, caller.userId);
      const id = await this.repository.add(manager, author.id, message);
      await this.audit.record(manager, {
        target: { type: 'feedback', id, name: author.userName },
        details: { length: message.length },
      });
      await this.news.left(manager, author, { id, message });
    });
  }

  async list({
    pageNum = 0,
    size = defaultPageSize,
    openOnly = false,
  }: EndpointParams<Calls['list']>): Promise<{
    content: FeedbackRow[];
    totalElements: number;
    open: number;
  }> {
    const page = { skip: pageNum * size, take: size };
    const { rows, total, open } = await this.repository.list(openOnly, page);
    const content = rows.map((row) => toFeedbackRow(row, this.config.timeZone));
    return { content, totalElements: total, open };
  }

  /** Marks a message as handled by the caller, or as open again. @throws FeedbackNotFoundError */
  handle(caller: Principal, { id, handled }: EndpointParams<Calls['handle']>): Promise<void> {
    return this.change(id, { isHandled: handled }, (manager) =>
      this.repository.setHandled(manager, id, handled ? caller.userId : null),
    );
  }

  /** @throws FeedbackNotFoundError */
  remove(id: string): Promise<void> {
    return this.change(id, {}, (manager) => this.repository.remove(manager, id));
  }

  private change(
    id: string,
    details: Record<string, unknown>,
    decide: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const found = await this.repository.find(id, manager);
      if (!found) {
        throw new FeedbackNotFoundError();
      }
      await decide(manager);
      await this.audit.record(manager, {
        target: { type: 'feedback', id, name: found.userName ?? '' },
        details,
      });
      this.news.changed(manager);
    });
  }
}
