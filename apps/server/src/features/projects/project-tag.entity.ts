import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { ProjectEntity } from './project.entity.js';

/** A word by which a project is told from others. */
@Entity('project_tag')
export class ProjectTagEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'project_tag_pk' })
  id: string;

  @Column({ type: 'uuid' })
  projectId: string;

  @ManyToOne(() => ProjectEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'project_tag_project_fk' })
  project: Relation<ProjectEntity>;

  /** Unique in its project, whatever the case. */
  @Column({ type: 'text' })
  tagName: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
