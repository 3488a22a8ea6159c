import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One sample of a node: percent of all processors and of memory. */
@Entity('node_metric')
export class NodeMetricEntity {
  @PrimaryColumn({ type: 'uuid' })
  nodeId: string;

  @PrimaryColumn({ type: 'timestamptz' })
  time: Date;

  @Column({ type: 'real' })
  cpu: number;

  @Column({ type: 'real' })
  mem: number;
}
