import { Controller } from '@nestjs/common';
import {
  endpoints,
  type EndpointAnswer,
  type EndpointParams,
  type SavedScript,
  type SavedScriptText,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { WorkDirs } from './work-dirs.service.js';
import { SavedScripts } from './saved-scripts.service.js';

const calls = endpoints.jobs;

/** Saved scripts, and the folders that jobs work in. */
@Controller()
export class SavedScriptsController {
  constructor(
    private readonly scripts: SavedScripts,
    private readonly dirs: WorkDirs,
  ) {}

  @Route(calls.save)
  save(
    @Input() input: EndpointParams<typeof calls.save>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ id: string }> {
    return this.scripts.save(caller, input);
  }

  @Route(calls.savedList)
  savedList(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<SavedScript[]> {
    return this.scripts.list(caller);
  }

  @Route(calls.savedDetail)
  savedDetail(
    @Input() { id }: EndpointParams<typeof calls.savedDetail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<SavedScriptText> {
    return this.scripts.get(caller, id);
  }

  @Route(calls.savedDelete)
  savedDelete(
    @Input() { id }: EndpointParams<typeof calls.savedDelete>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.scripts.remove(caller, id);
  }

  @Route(calls.dirs)
  listDirs(
    @Input() input: EndpointParams<typeof calls.dirs>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.dirs>> {
    return this.dirs.list(caller, input);
  }
}
