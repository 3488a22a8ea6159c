import { Controller, Res, UploadedFile } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type MenuInfo,
  type MenuNode,
} from '@clusterdesk/contracts';
import type { Response } from 'express';
import { Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { MenuIcons } from './menu-icons.service.js';
import { MenuService } from './menu.service.js';

const calls = endpoints.menus;

@Controller()
export class MenusController {
  constructor(
    private readonly menus: MenuService,
    private readonly icons: MenuIcons,
  ) {}

  @Handles(calls.tree)
  tree(): Promise<MenuNode[]> {
    return this.menus.getTree();
  }

  @Handles(calls.info)
  info(@Input() input: EndpointParams<typeof calls.info>): Promise<MenuInfo> {
    return this.menus.getInfo(input.menuId);
  }

  @Handles(calls.save)
  save(@Input() input: EndpointParams<typeof calls.save>): Promise<MenuInfo> {
    return this.menus.save(input);
  }

  @Handles(calls.remove)
  async remove(@Input() input: EndpointParams<typeof calls.remove>): Promise<null> {
    await this.menus.remove(input.id);
    return null;
  }

  @Handles(calls.uploadIcon)
  uploadIcon(
    @Input() _: object,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): Promise<string> {
    return this.icons.keep(file?.buffer);
  }

  @Handles(calls.icon)
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
