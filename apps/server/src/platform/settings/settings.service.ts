import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { SettingEntity } from './setting.entity.js';

/** A setting: its key, its shape, and how to make it when it is not there yet. */
export interface SettingDefinition<Schema extends z.ZodType> {
  key: string;
  schema: Schema;
  initial: () => z.output<Schema> | Promise<z.output<Schema>>;
}

/** Platform-wide values in PostgreSQL. */
@Injectable()
export class Settings {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads a setting; the first asker anywhere creates it, and every process gets that same value. */
  async get<Schema extends z.ZodType>(
    definition: SettingDefinition<Schema>,
  ): Promise<z.output<Schema>> {
    const repository = this.dataSource.getRepository(SettingEntity);
    const found = await repository.findOneBy({ key: definition.key });
    if (found) {
      return definition.schema.parse(found.value);
    }
    const value: unknown = await definition.initial();
    await repository
      .createQueryBuilder()
      .insert()
      .values({ key: definition.key, value: JSON.parse(JSON.stringify(value)) })
      .orIgnore()
      .execute();
    const stored = await repository.findOneByOrFail({ key: definition.key });
    return definition.schema.parse(stored.value);
  }
}
