import {
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import { ProjectEntity } from './project.entity.js';

/** Somebody who is in a project; its owner and its administrator are too. */
@Entity('project_member')
@Index('project_member_user_index', ['userId'])
export class ProjectMemberEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'project_member_pk' })
  projectId: string;

  @ManyToOne(() => ProjectEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'project_member_project_fk' })
  project: Relation<ProjectEntity>;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'project_member_pk' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'project_member_user_fk' })
  user: Relation<UserEntity>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
