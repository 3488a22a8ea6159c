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
import { UsersController } from './users.controller.js';
import { PasswordChangeService } from './password-change.service.js';
import { SessionEnd } from './session-end.service.js';
import { SignInCodes } from './sign-in-codes.service.js';
import { UserRemoval } from './user-removal.service.js';
import { UserRepository } from './user.repository.js';
import { UserService } from './user.service.js';
import { UserStateService } from './user-state.service.js';
import { MenusController } from './menus.controller.js';
import { RolesController } from './roles.controller.js';
import { MenuIcons } from './menu-icons.service.js';
import { MenuService } from './menu.service.js';
import { RoleService } from './role.service.js';
import { JumpController } from './jump.controller.js';
import { JumpService } from './jump.service.js';
import { ContactController } from './contact.controller.js';
import { CodeSender } from './code-sender.service.js';
import { ContactChangeService } from './contact-change.service.js';
import { IdentityJobs } from './identity.jobs.js';
import { VerificationCodes } from './verification-codes.service.js';
import { UserImportController } from './user-import.controller.js';
import { UserImportService } from './user-import.service.js';
import { DevelopUserService } from './develop-user.service.js';

/** Users, sessions, roles, menus; provides the `Authenticator` that the borders ask. */
@Global()
@Module({
  controllers: [
    IdentityController,
    UsersController,
    RolesController,
    MenusController,
    JumpController,
    ContactController,
    UserImportController,
  ],
  providers: [
    IdentityRepository,
    DevelopUserService,
    UserImportService,
    CodeSender,
    ContactChangeService,
    IdentityJobs,
    VerificationCodes,
    JumpService,
    MenuIcons,
    MenuService,
    RoleService,
    PasswordChangeService,
    SessionEnd,
    SignInCodes,
    UserRemoval,
    UserRepository,
    UserService,
    UserStateService,
    PasswordService,
    SessionService,
    SignInService,
    UserRights,
    ProfileService,
    FirstStartService,
    ConsoleGateway,
    { provide: Authenticator, useExisting: SessionService },
  ],
  exports: [
    Authenticator,
    UserRemoval,
    SessionEnd,
    UserRights,
    PasswordService,
    FirstStartService,
    DevelopUserService,
    ConsoleGateway,
  ],
})
export class IdentityModule {}
