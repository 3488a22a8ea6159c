import { Controller, Req } from '@nestjs/common';
import { endpoints, type EndpointParams, type EndpointResult } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { VisitorEntrance } from './visitor-entrance.service.js';
import { visitorDropBoxes } from './visitor.settings.js';

const { shares } = endpoints;

/** Drop boxes for people without an account. What they add comes over tus (`UploadMiddleware`). */
@Controller()
export class VisitorController {
  constructor(
    private readonly entrance: VisitorEntrance,
    private readonly settings: Settings,
  ) {}

  @Route(shares.visitorRules)
  async rules(
    @Input() _: EndpointParams<typeof shares.visitorRules>,
  ): Promise<EndpointResult<typeof shares.visitorRules>> {
    return { isOpen: await this.settings.get(visitorDropBoxes) };
  }

  @Route(shares.lookAtDropBox)
  look(
    @Input() input: EndpointParams<typeof shares.lookAtDropBox>,
    @Req() request: Request,
  ): Promise<EndpointResult<typeof shares.lookAtDropBox>> {
    return this.entrance.look(input, request.ip ?? '');
  }

  @Route(shares.enterDropBox)
  enter(
    @Input() input: EndpointParams<typeof shares.enterDropBox>,
    @Req() request: Request,
  ): Promise<EndpointResult<typeof shares.enterDropBox>> {
    return this.entrance.enter(input, request.ip ?? '');
  }
}
