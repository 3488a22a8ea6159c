import { Global, Module } from '@nestjs/common';
import { BootstrapService } from './bootstrap/bootstrap.service.js';
import { DevelopUserService } from './bootstrap/develop-user.service.js';
import { UserAnswers } from './edit/user-answers.service.js';
import { UserEditService } from './edit/user-edit.service.js';
import { UserImportController } from './import/user-import.controller.js';
import { UserImportService } from './import/user-import.service.js';
import { NewUserSteps } from './edit/new-user-steps.service.js';
import { HomeKeys } from './leaving/home-keys.service.js';
import { UserRemovalSteps } from './leaving/user-removal-steps.service.js';
import { UserRemovals } from './leaving/user-removal.service.js';
import { MenuIcons } from './menus/icons/menu-icons.service.js';
import { MenuController } from './menus/menu.controller.js';
import { MenuService } from './menus/menu.service.js';
import { PasswordResetService } from './passwords/password-reset.service.js';
import { GuessLimits } from './passwords/guess-limits.service.js';
import { KnownDevices } from './passwords/known-devices.service.js';
import { PasswordService } from './passwords/password.service.js';
import { AccountChanges } from './rights/account-changes.service.js';
import { Grants } from './rights/grants.service.js';
import { UserChanges } from './rights/user-changes.service.js';
import { UserRights } from './rights/user-rights.service.js';
import { RoleController } from './roles/role.controller.js';
import { RoleService } from './roles/role.service.js';
import { RoleUsers } from './roles/role-users.service.js';
import { UserAccounts } from './user-accounts.service.js';
import { DownloadPermissionController } from './state/download-permission.controller.js';
import { DownloadPermissionService } from './state/download-permission.service.js';
import { UserStateService } from './state/user-state.service.js';
import { UserController } from './user.controller.js';
import { UserService } from './user.service.js';
import { UserTasks } from './users.tasks.js';

/** Users, roles and menus. It asks for an `AccessRevocation`, which sessions provides. */
@Global()
@Module({
  controllers: [
    UserController,
    RoleController,
    MenuController,
    UserImportController,
    DownloadPermissionController,
  ],
  providers: [
    BootstrapService,
    DevelopUserService,
    UserImportService,
    HomeKeys,
    NewUserSteps,
    UserRemovalSteps,
    UserRemovals,
    UserTasks,
    MenuIcons,
    MenuService,
    PasswordResetService,
    PasswordService,
    GuessLimits,
    KnownDevices,
    AccountChanges,
    Grants,
    UserChanges,
    UserRights,
    RoleService,
    RoleUsers,
    UserAccounts,
    UserAnswers,
    UserEditService,
    UserService,
    UserStateService,
    DownloadPermissionService,
  ],
  exports: [
    Grants,
    UserAnswers,
    BootstrapService,
    DevelopUserService,
    HomeKeys,
    NewUserSteps,
    UserRemovalSteps,
    PasswordService,
    GuessLimits,
    KnownDevices,
    UserRights,
    UserAccounts,
    UserEditService,
  ],
})
export class UserModule {}
