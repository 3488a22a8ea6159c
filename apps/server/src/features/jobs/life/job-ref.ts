/** One attempt of a job, as the backend that has it names it. */
export interface JobRef {
  jobId: string;
  attempt: number;
  /** Name of the backend. */
  backend: string;
  /** The node, where the backend places jobs on nodes of the platform. */
  nodeId?: string;
}
