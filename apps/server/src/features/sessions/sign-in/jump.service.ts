import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/http/access/principal.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { JumpTargetUnknownError } from '../session.errors.js';
import { RedirectAllowlist, type JumpTarget } from './redirect-allowlist.service.js';
import { SignInCodes } from './sign-in-codes.service.js';

/** Only a base to read paths against; never part of an answer. */
const base = 'http://platform.invalid';

/** Redirects to another site with a single-use code in place of the token. */
@Injectable()
export class JumpService {
  constructor(
    private readonly rights: UserRights,
    private readonly codes: SignInCodes,
    private readonly targets: RedirectAllowlist,
  ) {}

  /**
   * Where to redirect: the address as it is registered in one of the caller's menus or desktops, with `code=` added.
   * @throws DomainError 404 for any other address: this is no open redirect.
   */
  async findTarget(caller: Principal, wanted: string): Promise<string> {
    const address = read(wanted);
    const menus = await this.rights.listMenus(caller);
    const found = [
      ...menus.filter((menu) => menu.menuType !== 1).map(siteOf),
      ...(await this.targets.listOf(caller)),
    ].find((target) => read(target.address)?.href === address?.href);
    const registered = found && read(found.address);
    if (!registered) {
      throw new JumpTargetUnknownError();
    }
    registered.searchParams.set('code', await this.codes.issue(caller, found.target));
    return registered.origin === base
      ? registered.pathname + registered.search + registered.hash
      : registered.href;
  }
}

type Menu = Awaited<ReturnType<UserRights['listMenus']>>[number];

const siteOf = (menu: Menu): JumpTarget => ({
  address: menu.menuUrl,
  target: {
    kind: 'site',
    id: menu.id,
    name: menu.menuName,
    nameEn: menu.menuNameEn,
    allowFiles: menu.allowFiles,
  },
});

/** One spelling for each address; null for what is no http(s) address or path. */
function read(address: string): URL | null {
  if (!URL.canParse(address, base)) {
    return null;
  }
  const url = new URL(address, base);
  const isPlain = url.username === '' && url.password === '';
  return isPlain && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}
