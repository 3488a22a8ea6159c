import { Injectable } from '@nestjs/common';
import { proofFreshDays, type LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { BackupNotHereError } from '../backup.errors.js';

/** What a drill found, as its backup keeps it. */
export interface Proof {
  passed: boolean;
  /** Why it failed, or what to see to although it passed. */
  message: LocalizedText | null;
  /** Reading all of the archive, files included. */
  checkMs: number;
  /** Making the tables, loading the rows and looking at them. */
  loadMs: number;
}

export interface ProvenBackup {
  id: string;
  provedAt: Date;
  proof: Proof;
}

const here = "state = 'done' AND is_here";
const proven = 'SELECT id, proved_at AS "provedAt", proof FROM backup WHERE proved_at IS NOT NULL';

/** Drills, in the rows of the backups that they prove. */
@Injectable()
export class ProofRepository {
  /** A drill was asked for, as SQL. */
  readonly askedCondition = 'EXISTS (SELECT FROM backup WHERE prove_asked_at IS NOT NULL)';

  constructor(private readonly dataSource: DataSource) {}

  /** @param note part of the same transaction @throws BackupNotHereError */
  async ask(
    id: string,
    note: (manager: EntityManager, createdAt: Date) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ createdAt: Date }[], number]>(
        `UPDATE backup SET prove_asked_at = now() WHERE id = $1 AND ${here} RETURNING created_at AS "createdAt"`,
        [id],
      );
      if (!rows[0]) {
        throw new BackupNotHereError();
      }
      await note(manager, rows[0].createdAt);
    });
  }

  async isHere(id: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM backup WHERE id = $1 AND ${here}`,
      [id],
    );
    return rows.length > 0;
  }

  /** What is to be proven now: what was asked for, first asked first; else the newest, when none was proven lately. */
  async findNext(): Promise<string | null> {
    await this.dataSource.query(
      `UPDATE backup SET prove_asked_at = NULL WHERE prove_asked_at IS NOT NULL AND NOT (${here})`,
    );
    const rows = await this.dataSource.query<{ id: string }[]>(
      `(SELECT id FROM backup WHERE prove_asked_at IS NOT NULL ORDER BY prove_asked_at LIMIT 1)
       UNION ALL
       (SELECT id FROM backup WHERE ${here} AND NOT EXISTS (
          SELECT FROM backup WHERE proved_at > now() - $1 * interval '1 day')
        ORDER BY created_at DESC LIMIT 1)
       LIMIT 1`,
      [proofFreshDays],
    );
    return rows[0]?.id ?? null;
  }

  async store(manager: EntityManager, id: string, proof: Proof): Promise<void> {
    await manager.query(
      'UPDATE backup SET proved_at = now(), proof = $2, prove_asked_at = NULL WHERE id = $1',
      [id, JSON.stringify(proof)],
    );
  }

  /** The last drill, the last that passed, and the backup whose drill was asked for. */
  async find(): Promise<{
    last: ProvenBackup | null;
    passed: ProvenBackup | null;
    askedId: string | null;
  }> {
    const { dataSource } = this;
    const newest = 'ORDER BY proved_at DESC LIMIT 1';
    const [last] = await dataSource.query<ProvenBackup[]>(`${proven} ${newest}`);
    const [passed] = await dataSource.query<ProvenBackup[]>(
      `${proven} AND (proof->>'passed')::boolean ${newest}`,
    );
    const [asked] = await dataSource.query<{ id: string }[]>(
      'SELECT id FROM backup WHERE prove_asked_at IS NOT NULL ORDER BY prove_asked_at LIMIT 1',
    );
    return { last: last ?? null, passed: passed ?? null, askedId: asked?.id ?? null };
  }
}
