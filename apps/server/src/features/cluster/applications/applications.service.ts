import { Injectable } from '@nestjs/common';
import {
  limits,
  type ApplicationNode,
  type ApplicationPlan,
  type endpoints,
  type EndpointAnswer,
  type EndpointParams,
  type HostApplication,
  type Language,
} from '@clusterdesk/contracts';
import { outputPage } from '../../../platform/output-text.js';
import { ApplicationRunNotFoundError } from './application.errors.js';
import {
  toApplicationNode,
  toApplicationPlan,
  toHostApplication,
} from './application.presenter.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationCatalogue } from './catalogue/application-catalogue.service.js';
import { RunOutputs } from './runs/run-outputs.service.js';

type Calls = typeof endpoints.applications;

/** Applications as pages show them. */
@Injectable()
export class Applications {
  constructor(
    private readonly catalogue: ApplicationCatalogue,
    private readonly repository: ApplicationRepository,
    private readonly outputs: RunOutputs,
  ) {}

  /** One page of the catalogue, by name. */
  async list(
    { type, name, pageNo, pageSize }: EndpointParams<Calls['list']>,
    language: Language,
  ): Promise<{ data: HostApplication[]; total: number }> {
    const found = await this.catalogue.list({ type, name });
    const page = found.slice(pageNo * pageSize, (pageNo + 1) * pageSize);
    const counts = await this.repository.count(page);
    const data = page.flatMap((manifest) => {
      const ofIt = counts.get(manifest.name);
      return ofIt ? [toHostApplication(manifest, ofIt, language)] : [];
    });
    return { data, total: found.length };
  }

  async listTypes(): Promise<string[]> {
    const types = (await this.catalogue.list()).map(({ type }) => type);
    return [...new Set(types)].sort((a, b) => a.localeCompare(b));
  }

  /** @throws ApplicationNotFoundError */
  async listNodes(
    { name, version }: EndpointParams<Calls['nodes']>,
    language: Language,
  ): Promise<ApplicationNode[]> {
    const rows = await this.repository.listNodes(await this.catalogue.get(name, version));
    return rows.map((row) => toApplicationNode(row, language));
  }

  /** What an action would run, and where. @throws ApplicationNotFoundError */
  async plan({ name, version, action }: EndpointParams<Calls['plan']>): Promise<ApplicationPlan> {
    const manifest = await this.catalogue.get(name, version);
    const rows = await this.repository.listPlanned(manifest, action);
    return toApplicationPlan(manifest, action, rows);
  }

  /** @throws ApplicationRunNotFoundError */
  async readOutput({
    name,
    nodeId,
    offset,
  }: EndpointParams<Calls['output']>): Promise<EndpointAnswer<Calls['output']>> {
    const run = await this.repository.findRun(name, nodeId);
    if (!run) {
      throw new ApplicationRunNotFoundError();
    }
    const { runId, isOver, outputBytes } = run;
    const read = await this.outputs.read(runId, offset, limits.applicationOutputPageBytes);
    return { runId, ...outputPage(read, isOver ? outputBytes : null) };
  }

  /** Whether a page may watch the output of this run; users who may manage applications may watch all of them. */
  isRun(runId: string): Promise<boolean> {
    return this.repository.hasRun(runId);
  }
}
