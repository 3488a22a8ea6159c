import { Gauge, Histogram, Registry } from 'prom-client';

/** What a worker has run and runs now: tasks and due work, by name. */
export const taskMetrics = new Registry();

const seconds = new Histogram({
  name: 'clusterdesk_task_seconds',
  help: 'Time that tasks and due work took, by name and outcome (done, failed).',
  labelNames: ['task', 'outcome'] as const,
  buckets: [0.01, 0.1, 0.5, 2, 10, 60, 300, 1_800],
  registers: [taskMetrics],
});

const running = new Gauge({
  name: 'clusterdesk_tasks_running',
  help: 'Tasks and due work that this process runs now, by name.',
  labelNames: ['task'] as const,
  registers: [taskMetrics],
});

/** Runs a task or due work, and measures it. @param task its name, one of those that are defined */
export async function measureTask(task: string, run: () => Promise<void>): Promise<void> {
  const stop = seconds.startTimer({ task });
  running.inc({ task });
  try {
    await run();
    stop({ outcome: 'done' });
  } catch (error) {
    stop({ outcome: 'failed' });
    throw error;
  } finally {
    running.dec({ task });
  }
}
