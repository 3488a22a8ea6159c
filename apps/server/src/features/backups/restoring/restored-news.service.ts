import { Injectable } from '@nestjs/common';
import type { Language, LocalizedText } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { BackupNews } from '../running/backup-news.service.js';
import { RestoringRows } from './restoring-rows.repository.js';

const restored: LocalizedText = {
  cn: '平台已恢复到一份备份，请重新登录',
  en: 'The platform was restored from a backup. Sign in again.',
};

/** What other processes and browsers hold of the rows before. */
export interface Holders {
  users: { id: string; language: Language }[];
  settings: string[];
}

/** Makes every process forget what it knows of rows that are gone. */
@Injectable()
export class RestoredNews {
  constructor(
    private readonly dataSource: DataSource,
    private readonly realtime: Realtime,
    private readonly rows: RestoringRows,
    private readonly news: BackupNews,
  ) {}

  /** Asked before the rows are replaced. */
  async listHolders(): Promise<Holders> {
    const users = await this.dataSource.query<Holders['users']>(
      `SELECT id, language FROM user_account WHERE id IN (SELECT user_id FROM user_session)`,
    );
    return { users, settings: await this.listSettings() };
  }

  /** The same when it is not known who they were: what runs for users that are gone is ended within seconds anyway. */
  async tellLate(): Promise<void> {
    if (await this.rows.hasUntold()) {
      await this.tell({ users: [], settings: [] });
    }
  }

  /**
   * After the commit: signs everybody out, with what runs for them, and has settings read anew. Agents connect again: without that no
   * command would reach them. The row says that it was done; after a crash `tellLate` does it.
   */
  async tell({ users, settings }: Holders): Promise<void> {
    for (const { id, language } of users) {
      this.realtime.broadcastToServers('accessEnded', { userId: id, reason: restored[language] });
    }
    for (const key of new Set([...settings, ...(await this.listSettings())])) {
      this.realtime.broadcastToServers('settingChanged', key);
    }
    this.realtime.agents.disconnectSockets(true);
    this.news.tell();
    await this.rows.noteTold();
  }

  private async listSettings(): Promise<string[]> {
    const rows = await this.dataSource.query<{ key: string }[]>('SELECT key FROM setting');
    return rows.map(({ key }) => key);
  }
}
