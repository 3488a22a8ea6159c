import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Config } from '../../config/config.js';
import { AfterCommit } from '../database/after-commit.js';
import { AuditTrail } from '../http/audit-trail.js';
import { currentRequest } from '../http/request-context.js';
import { Realtime } from '../realtime/realtime.service.js';
import { Timings } from '../timings.js';
import type { SettingDefinition } from './setting-definition.js';
import { SettingEntity } from './setting.entity.js';

export type { SettingDefinition } from './setting-definition.js';

interface Kept {
  value: Promise<unknown>;
  until: number;
}

/** Platform-wide values in PostgreSQL, the same for all processes. */
@Injectable()
export class Settings implements OnModuleInit {
  private readonly logger = new Logger('Settings');
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
    private readonly timings: Timings,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.realtime.console.on('settingChanged', (key) => void this.kept.delete(key));
  }

  /**
   * What holds: what the environment says, else what is stored. The first asker anywhere creates it, and every process gets that
   * same value. On one of the administrators' page that breaks its rule, because somebody wrote it into the database, the default
   * counts until it is corrected.
   * @param manager of a transaction under way, which must not wait for another connection
   */
  async get<Schema extends z.ZodType>(
    definition: SettingDefinition<Schema>,
    manager?: EntityManager,
  ): Promise<z.output<Schema>> {
    const fixed = definition.page?.fixedBy?.(this.config);
    if (fixed) {
      return fixed.value;
    }
    const stored = await (manager ? this.read(definition, manager) : this.readKept(definition));
    // Parsed for each caller: nobody changes another one's object.
    const parsed = definition.schema.safeParse(stored);
    if (parsed.success) {
      return parsed.data;
    }
    if (!definition.page) {
      throw parsed.error;
    }
    return definition.initial();
  }

  /** What is stored, or made now, whether or not it keeps its rule. */
  getStored(definition: SettingDefinition): Promise<unknown> {
    return this.readKept(definition);
  }

  /**
   * The same for what is deleted by it.
   * @throws Error where what is stored breaks its rule: nothing is deleted by a figure that nobody chose
   */
  async getForDeletion<Schema extends z.ZodType>(
    definition: SettingDefinition<Schema>,
  ): Promise<z.output<Schema>> {
    return definition.schema.parse(await this.readKept(definition));
  }

  /**
   * Sets a value, in the caller's transaction or in one of its own, and writes it into the log there. After the commit every
   * process reads it again.
   */
  async set<Schema extends z.ZodType>(
    definition: SettingDefinition<Schema>,
    value: z.input<Schema>,
    manager?: EntityManager,
  ): Promise<void> {
    const parsed: unknown = definition.schema.parse(value);
    if (!manager) {
      return this.dataSource.transaction((own) => this.store(own, definition, parsed));
    }
    return this.store(manager, definition, parsed);
  }

  private async store(
    manager: EntityManager,
    { key, isSecret = false, whenSet }: SettingDefinition,
    value: unknown,
  ): Promise<void> {
    const repository = manager.getRepository(SettingEntity);
    // Of two changes at once the log tells for each what was before.
    const before = await repository.findOne({
      where: { key },
      lock: { mode: 'pessimistic_write' },
    });
    await manager.query(
      `INSERT INTO setting (key, value, changed_at, changed_by) VALUES ($1, $2::jsonb, now(), $3)
       ON CONFLICT (key) DO UPDATE
       SET value = excluded.value, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
      [key, asJson(value), currentRequest()?.caller?.userId ?? null],
    );
    await whenSet?.(manager);
    await this.audit.record(manager, {
      target: { type: 'setting', id: key, name: key },
      ...(isSecret ? {} : { details: { before: before?.value ?? null, after: value } }),
    });
    this.afterCommit.run(manager, () => {
      this.kept.delete(key);
      this.realtime.broadcastToServers('settingChanged', key);
    });
  }

  private readKept(definition: SettingDefinition): Promise<unknown> {
    const { key } = definition;
    const kept = this.kept.get(key);
    if (kept && kept.until >= Date.now()) {
      return kept.value;
    }
    const fresh: Kept = {
      value: this.read(definition),
      until: Date.now() + this.timings.rights.settingKeptMs,
    };
    this.kept.set(key, fresh);
    fresh.value.catch(() => {
      if (this.kept.get(key) === fresh) {
        this.kept.delete(key);
      }
    });
    return fresh.value;
  }

  private async read(
    definition: SettingDefinition,
    manager = this.dataSource.manager,
  ): Promise<unknown> {
    const repository = manager.getRepository(SettingEntity);
    const found = await repository.findOneBy({ key: definition.key });
    if (found) {
      if (!definition.schema.safeParse(found.value).success) {
        this.logger.error(
          `The setting ${definition.key} has a value that breaks its rule: correct it on the page of settings.`,
        );
      }
      return found.value;
    }
    const value: unknown = await definition.initial();
    await manager.query(
      'INSERT INTO setting (key, value) VALUES ($1, $2::jsonb) ON CONFLICT DO NOTHING',
      [definition.key, asJson(value)],
    );
    return (await repository.findOneByOrFail({ key: definition.key })).value;
  }
}

/** A setting may be null, which is a value in JSON; as a parameter the column would take it for none. */
const asJson = (value: unknown): string => JSON.stringify(value);
