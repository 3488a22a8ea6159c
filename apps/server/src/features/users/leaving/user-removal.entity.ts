import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A user who was deleted and whose things are still to be cleared away. The row is written in the deleting transaction and
 * goes when every step is done; while it is there nobody gets the name.
 */
@Entity('user_removal')
export class UserRemovalEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  userName: string;

  /** What names that look alike have in common (`user-name.ts`). */
  @Column({ type: 'text', nullable: true })
  nameKey: string | null;

  @Column({ type: 'text', nullable: true })
  nameLook: string | null;

  /** The name of the user's folder below `home`. */
  @Column({ type: 'text' })
  homeKey: string;

  /** Names of the steps that are through. */
  @Column({ type: 'text', array: true, default: () => "'{}'" })
  stepsDone: string[];

  /** Until when one worker has it; null or past: the next worker takes it. */
  @Column({ type: 'timestamptz', nullable: true })
  leasedUntil: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
