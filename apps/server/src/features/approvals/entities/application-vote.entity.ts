import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An approver's vote on an application; revoking an approval adds another one. */
@Entity('application_vote')
@Index('application_vote_application_index', ['applicationId'])
@Index('application_vote_user_index', ['userId'])
export class ApplicationVoteEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  /** With which it goes (foreign key). */
  @Column({ type: 'uuid' })
  applicationId: string;

  /** Null: the user has been deleted (foreign key). */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ type: 'boolean' })
  isYes: boolean;

  @Column({ type: 'text', default: '' })
  reason: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
