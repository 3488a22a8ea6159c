import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../platform/http/access/access.js';
import { Authenticator } from '../../platform/http/access/principal.js';
import { AccessRevocation } from '../users/rights/access-revocation.js';
import { ConsoleGateway } from './live/console-gateway.service.js';
import { LiveSubscriptions } from './live/live-subscriptions.service.js';
import { SessionRevocation } from './session-revocation.service.js';
import { SessionController } from './session.controller.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';
import { SessionTasks } from './session.tasks.js';
import { FetchTickets } from './fetch-tickets/fetch-tickets.service.js';
import { UserSessions } from './user-sessions.service.js';
import { Delay } from './sign-in/delay.js';
import { JumpController } from './sign-in/jump.controller.js';
import { RedirectAllowlist } from './sign-in/redirect-allowlist.service.js';
import { JumpService } from './sign-in/jump.service.js';
import { SignInCodes } from './sign-in/sign-in-codes.service.js';
import { SignInService } from './sign-in/sign-in.service.js';

/** Signing in, sessions, and the browsers' sockets; provides the `Authenticator` and the `AccessRevocation`. */
@Global()
@Module({
  controllers: [SessionController, JumpController],
  providers: [
    SessionRepository,
    SessionRevocation,
    SessionService,
    SessionTasks,
    UserSessions,
    FetchTickets,
    Delay,
    JumpService,
    RedirectAllowlist,
    SignInCodes,
    SignInService,
    ConsoleGateway,
    LiveSubscriptions,
    { provide: Authenticator, useExisting: SessionService },
    { provide: AccessRevocation, useExisting: SessionRevocation },
  ],
  exports: [
    Authenticator,
    AccessRevocation,
    ConsoleGateway,
    FetchTickets,
    RedirectAllowlist,
    SignInService,
  ],
})
export class SessionModule implements OnModuleInit {
  constructor(private readonly gateway: ConsoleGateway) {}

  /** Users who may request an administrative list may watch it. */
  onModuleInit(): void {
    const { users, roles, menus, downloadPermission } = endpoints;
    const calls = {
      users: users.list,
      roles: roles.list,
      menus: menus.tree,
      downloads: downloadPermission.detail,
    };
    this.gateway.allowTopic(
      'accounts',
      (caller, topic) => topic.topic === 'accounts' && isAllowed(calls[topic.what].access, caller),
    );
  }
}
