import { Controller } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type EndpointResult,
  type EntryComment,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { EntryComments } from './entry-comments.service.js';

const { projectFiles } = endpoints;

/** Comments on entries of projects. */
@Controller()
export class CommentsController {
  constructor(private readonly comments: EntryComments) {}

  @Route(projectFiles.comments)
  list(
    @Input() input: EndpointParams<typeof projectFiles.comments>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointResult<typeof projectFiles.comments>> {
    return this.comments.list(caller, input, input);
  }

  @Route(projectFiles.commentedEntry)
  async findEntry(
    @Input() input: EndpointParams<typeof projectFiles.commentedEntry>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointResult<typeof projectFiles.commentedEntry>> {
    return { path: await this.comments.findEntry(caller, input.projectId, input.entryId) };
  }

  @Route(projectFiles.addComment)
  add(
    @Input() input: EndpointParams<typeof projectFiles.addComment>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EntryComment> {
    return this.comments.add(caller, input, input.text);
  }

  @Route(projectFiles.removeComment)
  remove(
    @Input() input: EndpointParams<typeof projectFiles.removeComment>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.comments.remove(caller, input, input.commentId);
  }
}
