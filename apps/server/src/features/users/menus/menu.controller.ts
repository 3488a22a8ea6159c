import { Controller, Res, UploadedFile } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type MenuInfo,
  type MenuNode,
} from '@clusterdesk/contracts';
import type { Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { UserRights } from '../rights/user-rights.service.js';
import { MenuIcons } from './icons/menu-icons.service.js';
import { MenuIconUnknownError } from './menu.errors.js';
import { toMenuTree } from './menu.presenter.js';
import { MenuService } from './menu.service.js';

const calls = endpoints.menus;

@Controller()
export class MenuController {
  constructor(
    private readonly menus: MenuService,
    private readonly rights: UserRights,
    private readonly icons: MenuIcons,
  ) {}

  @Route(calls.userMenuTree)
  async userMenuTree(
    @Input() _: object,
    @CurrentPrincipal() caller: Principal,
  ): Promise<MenuNode[]> {
    return toMenuTree(await this.rights.listMenus(caller));
  }

  @Route(calls.tree)
  tree(): Promise<MenuNode[]> {
    return this.menus.getTree();
  }

  @Route(calls.info)
  info(@Input() input: EndpointParams<typeof calls.info>): Promise<MenuInfo> {
    return this.menus.getInfo(input.menuId);
  }

  @Route(calls.save)
  save(
    @Input() input: EndpointParams<typeof calls.save>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<MenuInfo> {
    return this.menus.save(caller, input);
  }

  @Route(calls.remove)
  remove(@Input() input: EndpointParams<typeof calls.remove>): Promise<void> {
    return this.menus.remove(input.id);
  }

  @Route(calls.shift)
  shift(@Input() { id, direction }: EndpointParams<typeof calls.shift>): Promise<void> {
    return this.menus.shift(id, direction);
  }

  @Route(calls.restoreStandard)
  restoreStandard(@Input() _: object): Promise<{ restored: number }> {
    return this.menus.restoreStandard();
  }

  @Route(calls.uploadIcon)
  uploadIcon(
    @Input() _: object,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): Promise<string> {
    return this.icons.keep(file?.buffer);
  }

  /** An icon never changes under its name, so it may be cached for a year; opened on its own it may not run anything. */
  @Route(calls.icon)
  async icon(
    @Input() input: EndpointParams<typeof calls.icon>,
    @Res() response: Response,
  ): Promise<void> {
    const icon = await this.icons.find(input.name);
    if (!icon) {
      throw new MenuIconUnknownError();
    }
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.type(icon.name.endsWith('.png') ? 'image/png' : 'image/jpeg').send(icon.content);
  }
}
