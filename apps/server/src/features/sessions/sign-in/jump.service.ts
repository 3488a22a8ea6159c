import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/http/access/principal.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { JumpTargetUnknownError } from '../session.errors.js';
import { JumpTargets } from './jump-targets.service.js';
import { SignInCodes } from './sign-in-codes.service.js';

/** Only a base to read paths against; never part of an answer. */
const base = 'http://platform.invalid';

/** Leads to another site with a single-use code in place of the token. */
@Injectable()
export class JumpService {
  constructor(
    private readonly rights: UserRights,
    private readonly codes: SignInCodes,
    private readonly targets: JumpTargets,
  ) {}

  /**
   * Where to redirect: the address as it is registered in one of the caller's menus or desktops, with `code=` added.
   * @throws DomainError 404 for any other address: this is no open redirect.
   */
  async findTarget(caller: Principal, wanted: string): Promise<string> {
    const address = read(wanted);
    const menus = await this.rights.listMenus(caller);
    const addresses = menus.filter((menu) => menu.menuType !== 1).map((menu) => menu.menuUrl);
    const registered = [...addresses, ...(await this.targets.listOf(caller))]
      .map(read)
      .find((url) => url && url.href === address?.href);
    if (!registered) {
      throw new JumpTargetUnknownError();
    }
    registered.searchParams.set('code', await this.codes.issue(caller));
    return registered.origin === base
      ? registered.pathname + registered.search + registered.hash
      : registered.href;
  }
}

/** One spelling for each address; null for what is no http(s) address or path. */
function read(address: string): URL | null {
  if (!URL.canParse(address, base)) {
    return null;
  }
  const url = new URL(address, base);
  const isPlain = url.username === '' && url.password === '';
  return isPlain && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}
