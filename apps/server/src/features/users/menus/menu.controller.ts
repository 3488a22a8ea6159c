import { Controller, Res, UploadedFile } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type MenuInfo,
  type MenuNode,
} from '@clusterdesk/contracts';
import type { Response } from 'express';
import { Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { MenuIcons } from './menu-icons.service.js';
import { MenuService } from './menu.service.js';

const calls = endpoints.menus;

@Controller()
export class MenuController {
  constructor(
    private readonly menus: MenuService,
    private readonly icons: MenuIcons,
  ) {}

  @Route(calls.tree)
  tree(): Promise<MenuNode[]> {
    return this.menus.getTree();
  }

  @Route(calls.info)
  info(@Input() input: EndpointParams<typeof calls.info>): Promise<MenuInfo> {
    return this.menus.getInfo(input.menuId);
  }

  @Route(calls.save)
  save(@Input() input: EndpointParams<typeof calls.save>): Promise<MenuInfo> {
    return this.menus.save(input);
  }

  @Route(calls.remove)
  async remove(@Input() input: EndpointParams<typeof calls.remove>): Promise<null> {
    await this.menus.remove(input.id);
    return null;
  }

  @Route(calls.uploadIcon)
  uploadIcon(
    @Input() _: object,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): Promise<string> {
    return this.icons.keep(file?.buffer);
  }

  @Route(calls.icon)
  icon(
    @Input() input: EndpointParams<typeof calls.icon>,
    @Res() response: Response,
  ): Promise<void> {
    return new Promise((resolve) => {
      response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      response.sendFile(
        this.icons.pathOf(input.name),
        { maxAge: '1y', immutable: true, dotfiles: 'allow' },
        (error: unknown) => {
          if (error && !response.headersSent) {
            response.sendStatus(404);
          }
          resolve();
        },
      );
    });
  }
}
