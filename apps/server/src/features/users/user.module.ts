import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../../platform/http/access/principal.js';
import { ConsoleGateway } from '../sessions/console-gateway.service.js';
import { LiveSubscriptions } from '../sessions/live-subscriptions.service.js';
import { BootstrapService } from './bootstrap/bootstrap.service.js';
import { SessionController } from '../sessions/session.controller.js';
import { RightsRepository } from './rights/rights.repository.js';
import { PasswordService } from './password.service.js';
import { ProfileService } from '../account/profile.service.js';
import { SessionService } from '../sessions/session.service.js';
import { SignInService } from '../sessions/sign-in.service.js';
import { UserRights } from './rights/user-rights.service.js';
import { UserController } from './user.controller.js';
import { PasswordChangeService } from '../account/password-change.service.js';
import { SessionRevocation } from '../sessions/session-revocation.service.js';
import { SignInCodes } from '../sessions/sign-in-codes.service.js';
import { UserRemoval } from './leaving/user-removal.service.js';
import { UserRepository } from './user.repository.js';
import { UserService } from './user.service.js';
import { UserStateService } from './user-state.service.js';
import { MenuController } from './menus/menu.controller.js';
import { RoleController } from './roles/role.controller.js';
import { MenuIcons } from './menus/menu-icons.service.js';
import { MenuService } from './menus/menu.service.js';
import { RoleService } from './roles/role.service.js';
import { JumpController } from '../sessions/jump.controller.js';
import { JumpService } from '../sessions/jump.service.js';
import { ContactController } from '../account/contact.controller.js';
import { CodeSender } from '../account/code-sender.service.js';
import { ContactChangeService } from '../account/contact-change.service.js';
import { AccountTasks } from '../account/account.tasks.js';
import { VerificationCodes } from '../account/verification-codes.service.js';
import { UserImportController } from './import/user-import.controller.js';
import { UserImportService } from './import/user-import.service.js';
import { DevelopUserService } from './bootstrap/develop-user.service.js';

/** Users, sessions, roles, menus; provides the `Authenticator` that the borders ask. */
@Global()
@Module({
  controllers: [
    SessionController,
    UserController,
    RoleController,
    MenuController,
    JumpController,
    ContactController,
    UserImportController,
  ],
  providers: [
    RightsRepository,
    DevelopUserService,
    UserImportService,
    CodeSender,
    ContactChangeService,
    AccountTasks,
    VerificationCodes,
    JumpService,
    MenuIcons,
    MenuService,
    RoleService,
    PasswordChangeService,
    SessionRevocation,
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
    BootstrapService,
    ConsoleGateway,
    LiveSubscriptions,
    { provide: Authenticator, useExisting: SessionService },
  ],
  exports: [
    Authenticator,
    UserRemoval,
    SessionRevocation,
    UserRights,
    PasswordService,
    BootstrapService,
    DevelopUserService,
    ConsoleGateway,
  ],
})
export class UserModule {}
