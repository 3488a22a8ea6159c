import type { VisitAction } from '@clusterdesk/contracts';
import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What a user did with a share, as its owner may know. */
@Entity('share_visit')
@Index('share_visit_share_index', ['shareId', 'id'])
export class ShareVisitEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  /** With which it goes (foreign key). */
  @Column({ type: 'text' })
  shareId: string;

  /** Null: the user has been deleted (foreign key), or it was a visitor without an account. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  /** The visitor without an account; what is known of one stays here when the ticket is gone. No foreign key. */
  @Column({ type: 'uuid', nullable: true })
  visitorId: string | null;

  /** As the visitor gave it; '' for none. */
  @Column({ type: 'text', nullable: true })
  visitorName: string | null;

  @Column({ type: 'text', nullable: true })
  visitorAddress: string | null;

  @Column({ type: 'text' })
  action: VisitAction;

  /** The first of the entries, as paths in the share. */
  @Column({ type: 'jsonb' })
  paths: string[];

  @Column({ type: 'integer' })
  entries: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
