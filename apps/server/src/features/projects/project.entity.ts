import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Files that several people work on, with rules about who may do what with them. */
@Entity('project')
export class ProjectEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'project_pk' })
  id: string;

  /** Unique among the owner's that are not deleted, whatever the case. */
  @Column({ type: 'text' })
  projectName: string;

  @Column({ type: 'text', default: '' })
  description: string;

  /** Null only for a deleted project whose owner was deleted, too. */
  @Index('project_owner_index')
  @Column({ type: 'uuid', nullable: true })
  ownerId: string | null;

  /** The owner at first. */
  @Index('project_admin_index')
  @Column({ type: 'uuid', nullable: true })
  adminId: string | null;

  /** For how many days an approval is valid. */
  @Column({ type: 'integer' })
  approvalDays: number;

  /** How many people have to approve an application: 1 or 2. */
  @Column({ type: 'smallint', default: 1 })
  approversNeeded: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Since when it is out of reach; its files are kept as long as a trash. */
  @Column({ type: 'timestamptz', nullable: true })
  deletedAt: Date | null;
}
