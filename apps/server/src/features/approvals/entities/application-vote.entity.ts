import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { ApplicationEntity } from './application.entity.js';

/** What one of those who decide said to an application; whoever takes an approval back says a second thing. */
@Entity('application_vote')
@Index('application_vote_application_index', ['applicationId'])
@Index('application_vote_user_index', ['userId'])
export class ApplicationVoteEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    primaryKeyConstraintName: 'application_vote_pk',
  })
  id: string;

  @Column({ type: 'uuid' })
  applicationId: string;

  @ManyToOne(() => ApplicationEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({
    name: 'application_id',
    foreignKeyConstraintName: 'application_vote_application_fk',
  })
  application: Relation<ApplicationEntity>;

  /** Null: the user was deleted since. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'application_vote_user_fk' })
  user: Relation<UserEntity> | null;

  @Column({ type: 'boolean' })
  isYes: boolean;

  @Column({ type: 'text', default: '' })
  reason: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
