import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One sample of a node: percent of all processors and of memory. */
@Entity('node_metric')
export class NodeMetricEntity {
  @PrimaryColumn({ name: 'node_id', type: 'uuid' })
  nodeId: string;

  @PrimaryColumn({ name: 'time', type: 'timestamptz' })
  time: Date;

  @Column({ name: 'cpu', type: 'real' })
  cpu: number;

  @Column({ name: 'mem', type: 'real' })
  mem: number;
}
