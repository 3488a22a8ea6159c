import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One sample of a node: percent of all processors and of memory. Partitioned by days (UTC), which `MetricDays` makes and drops; not
 * tied to `node`, or to drop a day would lock all nodes.
 */
@Entity('node_metric')
export class NodeMetricEntity {
  @PrimaryColumn({ type: 'timestamptz' })
  time: Date;

  @PrimaryColumn({ type: 'uuid' })
  nodeId: string;

  @Column({ type: 'real' })
  cpu: number;

  @Column({ type: 'real' })
  mem: number;
}

/** The average of a node's samples over an interval of a level (`monitorLevels`). Partitioned as the samples are. */
@Entity('node_metric_level')
export class NodeMetricLevelEntity {
  /** How long the interval is, seconds. */
  @PrimaryColumn({ type: 'integer' })
  level: number;

  /** Its start. */
  @PrimaryColumn({ type: 'timestamptz' })
  time: Date;

  @PrimaryColumn({ type: 'uuid' })
  nodeId: string;

  @Column({ type: 'real' })
  cpu: number;

  @Column({ type: 'real' })
  mem: number;

  /** How many samples it is of: what it weighs in a coarser average. */
  @Column({ type: 'integer' })
  samples: number;
}

/** How far a level is averaged. */
@Entity('node_metric_roll_up')
export class NodeMetricRollUpEntity {
  @PrimaryColumn({ type: 'integer' })
  level: number;

  @Column({ type: 'timestamptz' })
  doneUntil: Date;
}

/** Samples of an interval of the coarsest level came late: it is averaged again for this node. */
@Entity('node_metric_late')
export class NodeMetricLateEntity {
  @PrimaryColumn({ type: 'timestamptz' })
  time: Date;

  @PrimaryColumn({ type: 'uuid' })
  nodeId: string;
}

/** A node that was deleted; its metrics, which nobody is shown any more, are yet to go. */
@Entity('node_metric_removal')
export class NodeMetricRemovalEntity {
  @PrimaryColumn({ type: 'uuid' })
  nodeId: string;
}
