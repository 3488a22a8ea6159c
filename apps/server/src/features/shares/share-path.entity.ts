import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ShareEntity } from './share.entity.js';

/**
 * One entry of a share. The path follows what the platform moves; an entry in the trash is known by its id there, so that
 * another that takes its name meanwhile is not shared in its place.
 */
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

  /** On the owner's disk; of an entry in the trash, where it was. */
  @Column({ type: 'text' })
  path: string;

  @Column({ type: 'boolean' })
  isDirectory: boolean;

  /** Under which the entry, or the folder that it was in, lies in the trash; null: it does not. */
  @Column({ type: 'text', nullable: true })
  trashId: string | null;
}
