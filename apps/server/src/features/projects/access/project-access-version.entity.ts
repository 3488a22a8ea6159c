import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { byteCount } from '../../spaces/storage/byte-count.js';
import { ProjectEntity } from '../project.entity.js';

/**
 * Raised with each change that can take a right to an entry of a project: switches, who put it there, moves, removals. As long as it
 * is the same number, what was decided about entries holds. A table of its own: a column of the project would make each move wait
 * for those who rely on the project's row, and them for it.
 */
@Entity('project_access_version')
export class ProjectAccessVersionEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'project_access_version_pk' })
  projectId: string;

  @OneToOne(() => ProjectEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({
    name: 'project_id',
    foreignKeyConstraintName: 'project_access_version_project_fk',
  })
  project: Relation<ProjectEntity>;

  /** Absent counts as 0. */
  @Column({ type: 'bigint', transformer: byteCount })
  version: number;
}
