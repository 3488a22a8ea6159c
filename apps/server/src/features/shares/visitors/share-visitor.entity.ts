import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody without an account who entered a drop box, with a ticket to it. */
@Entity('share_visitor')
@Index('share_visitor_token_unique', ['tokenHash'], { unique: true })
@Index('share_visitor_share_index', ['shareId'])
@Index('share_visitor_expiry_index', ['expiresAt'])
@Index('share_visitor_address_index', ['addressKey'])
export class ShareVisitorEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'share_visitor_pk' })
  id: string;

  /** With which it goes (foreign key). */
  @Column({ type: 'text' })
  shareId: string;

  /** Of the ticket (`hashToken`). */
  @Column({ type: 'bytea' })
  tokenHash: Buffer;

  /** As the visitor gave it; '' for none. */
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  address: string;

  /** What the address counts under (`addressKey`). */
  @Column({ type: 'text' })
  addressKey: string;

  /** How many files were added. */
  @Column({ type: 'integer', default: 0 })
  files: number;

  /** Until when the ticket begins and continues uploads. */
  @Column({ type: 'timestamptz' })
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
