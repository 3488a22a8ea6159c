import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { AfterCommit } from '../database/after-commit.js';
import { AuditTrail } from '../http/audit-trail.js';
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
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
    private readonly timings: Timings,
  ) {}

  onModuleInit(): void {
    this.realtime.console.on('settingChanged', (key) => void this.kept.delete(key));
  }

  /** Reads a setting; the first asker anywhere creates it, and every process gets that same value. */
  async get<Schema extends z.ZodType>(
    definition: SettingDefinition<Schema>,
  ): Promise<z.output<Schema>> {
    const { key } = definition;
    let kept = this.kept.get(key);
    if (!kept || kept.until < Date.now()) {
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
      kept = fresh;
    }
    // Parsed for each caller: nobody changes another one's object.
    return definition.schema.parse(await kept.value);
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
    { key, isSecret = false }: SettingDefinition,
    value: unknown,
  ): Promise<void> {
    const repository = manager.getRepository(SettingEntity);
    // Of two changes at once the log tells for each what was before.
    const before = await repository.findOne({
      where: { key },
      lock: { mode: 'pessimistic_write' },
    });
    await manager.query(
      `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [key, asJson(value)],
    );
    await this.audit.record(manager, {
      target: { type: 'setting', id: key, name: key },
      ...(isSecret ? {} : { details: { before: before?.value ?? null, after: value } }),
    });
    this.afterCommit.run(manager, () => {
      this.kept.delete(key);
      this.realtime.broadcastToServers('settingChanged', key);
    });
  }

  private async read(definition: SettingDefinition): Promise<unknown> {
    const repository = this.dataSource.getRepository(SettingEntity);
    const found = await repository.findOneBy({ key: definition.key });
    if (found) {
      return found.value;
    }
    const value: unknown = await definition.initial();
    await this.dataSource.query(
      'INSERT INTO setting (key, value) VALUES ($1, $2::jsonb) ON CONFLICT DO NOTHING',
      [definition.key, asJson(value)],
    );
    return (await repository.findOneByOrFail({ key: definition.key })).value;
  }
}

/** A setting may be null, which is a value in JSON; as a parameter the column would take it for none. */
const asJson = (value: unknown): string => JSON.stringify(value);
