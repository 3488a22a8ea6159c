import type { QueueNetwork } from '@clusterdesk/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A queue that jobs are submitted to; it binds nodes with a number of CPUs each (table `compute_queue_node`). */
@Entity('compute_queue')
export class ComputeQueueEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column({ type: 'text', unique: true })
  queueName: string;

  /** Which backend runs its jobs: the name of a `ComputeBackend`. */
  @Column({ type: 'text', default: 'agent' })
  backend: string;

  /** Every user may submit; else only those the queue names (table `compute_queue_user`). */
  @Column({ type: 'boolean', default: false })
  isOpenToEveryone: boolean;

  /** The time limit, minutes, of a job that names none itself: without any it could hold its CPUs for ever. */
  @Column({ type: 'integer', default: 1440 })
  defaultMinutes: number;

  /** The longest time limit, minutes, that a job may name. */
  @Column({ type: 'integer', default: 43_200 })
  maxMinutes: number;

  /** What its jobs reach; `automatic`: the outside where one of its nodes can give that. */
  @Column({ type: 'text', default: 'automatic' })
  network: QueueNetwork;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
