import type { SpaceRef } from '@clusterdesk/contracts';
import { Column } from 'typeorm';

/** The columns of every row that belongs to a user and is about entries of a space; the row goes with its user. */
export abstract class SpaceRow {
  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  space: SpaceRef['space'];

  /** For a disk, its user's id. */
  @Column({ type: 'text' })
  spaceId: string;
}
