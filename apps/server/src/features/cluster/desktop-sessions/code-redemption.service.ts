import { Injectable, Logger } from '@nestjs/common';
import { auditedEntryPoints, type RedeemCode, type RedeemCodeReply } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { SignInService } from '../../sessions/sign-in/sign-in.service.js';
import type { AgentEventHandlers, ConnectedAgent } from '../agents/agent-events.js';

/** Redeems the codes that browsers bring to a desktop's host; only its agent may do so (docs/desktop-hosts.md). */
@Injectable()
export class CodeRedemption {
  private readonly logger = new Logger('CodeRedemption');

  readonly handlers: Pick<AgentEventHandlers, 'sessions.redeem-code'> = {
    'sessions.redeem-code': (agent, { code }) => this.redeem(agent, code),
  };

  constructor(
    private readonly dataSource: DataSource,
    private readonly signIn: SignInService,
    private readonly audit: AuditTrail,
  ) {}

  private async redeem(
    { nodeId, hostname }: ConnectedAgent,
    code: RedeemCode['code'],
  ): Promise<RedeemCodeReply> {
    try {
      const { result, expiresAt } = await this.signIn.signInOnDesktop(code, nodeId);
      const { user, token } = result;
      await this.audit.record(this.dataSource.manager, {
        target: { type: 'user', id: user.id, name: user.userName },
        details: { desktop: hostname },
        origin: auditedEntryPoints.codeRedeemed,
      });
      return { isRedeemed: true, user, token, expiresAt: expiresAt.getTime() };
    } catch (error) {
      if (!(error instanceof DomainError)) {
        throw error;
      }
      this.logger.warn({ nodeId, code: error.code }, 'A desktop could not sign somebody in');
      return { isRedeemed: false, error: error.code, sentence: error.sentence };
    }
  }
}
