import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../../platform/http/caller.js';
import { ConsoleGateway } from './console-gateway.service.js';
import { FirstStartService } from './first-start.service.js';
import { IdentityController } from './identity.controller.js';
import { IdentityRepository } from './identity.repository.js';
import { PasswordService } from './password.service.js';
import { ProfileService } from './profile.service.js';
import { SessionService } from './session.service.js';
import { SignInService } from './sign-in.service.js';
import { UserRights } from './user-rights.service.js';

/** Users, sessions, roles, menus; provides the `Authenticator` that the borders ask. */
@Global()
@Module({
  controllers: [IdentityController],
  providers: [
    IdentityRepository,
    PasswordService,
    SessionService,
    SignInService,
    UserRights,
    ProfileService,
    FirstStartService,
    ConsoleGateway,
    { provide: Authenticator, useExisting: SessionService },
  ],
  exports: [Authenticator, UserRights, PasswordService, FirstStartService, ConsoleGateway],
})
export class IdentityModule {}
