import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  ViewColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { SpaceEntryEntity } from '../spaces/entries/space-entry.entity.js';
import { ShareEntity } from './share.entity.js';

/** One entry of a share, where it was when it was shared. Where it is now says `SharedEntry`. */
@Entity('share_path')
export class SharePathEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'share_path_pk' })
  shareId: string;

  @ManyToOne(() => ShareEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'share_id', foreignKeyConstraintName: 'share_path_share_fk' })
  share: Relation<ShareEntity>;

  /** In the order in which they were chosen; counts from 0. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'share_path_pk' })
  position: number;

  /** Of the share: whose disk it is on. */
  @Column({ type: 'uuid' })
  ownerId: string;

  /** On the owner's disk, when it was shared. */
  @Column({ type: 'text' })
  path: string;

  @Column({ type: 'boolean' })
  isDirectory: boolean;

  /** Of `space_entry`; null: it is gone for good. */
  @Index('share_path_entry_index')
  @Column({ type: 'bigint', nullable: true })
  entryId: string | null;

  @ManyToOne(() => SpaceEntryEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'share_path_entry_fk' })
  entry: Relation<SpaceEntryEntity> | null;
}

/**
 * The same where it is now: it goes with its entry. In the trash an entry is known by its id there, so that another that takes its name
 * meanwhile is not shared in its place.
 */
@ViewEntity({ name: 'shared_entry', synchronize: false })
export class SharedEntryView {
  @ViewColumn()
  shareId: string;

  @ViewColumn()
  position: number;

  /** On the owner's disk; of what lies in the trash or is gone, where it was. */
  @ViewColumn()
  path: string;

  @ViewColumn()
  isDirectory: boolean;

  /** Under which the entry, or the folder that it was in, lies in the trash; empty: it is gone for good; null: it is there. */
  @ViewColumn()
  trashId: string | null;
}
