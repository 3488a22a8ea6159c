import { Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { SpaceAccount } from '../../spaces/usage/space-account.entity.js';
import { ProjectEntity } from '../project.entity.js';

/** A project's quota, and what was measured of its files. */
@Entity('project_account')
export class ProjectAccountEntity extends SpaceAccount {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'project_account_pk' })
  projectId: string;

  @OneToOne(() => ProjectEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'project_account_project_fk' })
  project: Relation<ProjectEntity>;
}
