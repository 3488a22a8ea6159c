import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { limits } from '../../limits.js';
import { findGraphFault, graphStepKey, type GraphFault } from '../../scripts/job-graph.js';
import { byteLength, nothing, pageSchema, ruleMessage, textId, wireTime } from '../../wire.js';
import { jobRow, jobStatuses } from './job-rows.js';
import { jobName, jobSubmission } from './job-values.js';

const keys = z
  .array(graphStepKey)
  .max(limits.graphStepsMax)
  .transform((all) => [...new Set(all)]);

/** A step: what its job is submitted with, and which steps it follows. */
const graphStep = jobSubmission.omit({ afterJobIds: true, jobName: true }).extend({
  key: graphStepKey,
  /** It starts when the jobs of all these have succeeded. */
  after: keys.default([]),
  /** Absent: its key. */
  jobName: jobName.optional(),
});

/** What is wrong with the steps of a graph, for people. */
export function graphFaultMessage(fault: GraphFault): ReturnType<typeof ruleMessage> {
  switch (fault.kind) {
    case 'duplicate':
      return ruleMessage(
        `步骤名“${fault.key}”重复，请修改其中一个`,
        `Two steps are called “${fault.key}”. Rename one of them`,
      );
    case 'unknown':
      return ruleMessage(
        `步骤“${fault.key}”依赖的步骤“${fault.after}”不存在`,
        `Step “${fault.key}” follows “${fault.after}”, which is not there`,
      );
    case 'cycle': {
      const circle = [...fault.keys, fault.keys[0]].join(' → ');
      return ruleMessage(
        `步骤之间形成了循环：${circle}，请去掉其中一个依赖`,
        `These steps wait for each other: ${circle}. Take one of these dependencies away`,
      );
    }
  }
}

const graphSteps = z
  .array(graphStep)
  .min(2)
  .max(limits.graphStepsMax)
  .superRefine((steps, context) => {
    const fault = findGraphFault(steps);
    if (fault) {
      context.addIssue({ code: 'custom', ...graphFaultMessage(fault) });
    }
  })
  .refine(
    (steps) =>
      steps.reduce((sum, step) => sum + byteLength(step.scriptContent), 0) <=
      limits.graphScriptsBytes,
    ruleMessage('所有步骤的脚本合计不能超过 4 MiB', 'The scripts of all steps have at most 4 MiB'),
  );

/** Of how many of a graph's steps the newest job has each status; none where one is missing. */
const stepCounts = z.partialRecord(z.enum(jobStatuses), z.number());

const graphRow = z.object({
  graphId: z.string(),
  graphName: z.string(),
  /** Whose it is. */
  loginName: z.string(),
  createTime: wireTime,
  /** By its steps' newest jobs: RUNNING while there is more to come and something has begun, else COMPLETED or how it failed. */
  status: z.enum(jobStatuses),
  counts: stepCounts,
  /** How many steps it has; those whose jobs are not kept any more are in no count. */
  stepCount: z.number(),
});
export type JobGraphRow = z.infer<typeof graphRow>;

const jobPages = { anyPermission: ['jobs.use'] } as const;

/** Jobs that follow each other under one name; part of `jobEndpoints`. */
export const jobGraphEndpoints = {
  graphRun: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/graph/run',
    summary:
      'Submits a job for each step; a step starts when those it follows have succeeded. All or none: a refusal names the step.',
    access: jobPages,
    audited: true,
    logged: ['graphName'],
    input: z.object({ graphName: jobName, steps: graphSteps }),
    result: z.object({ graphId: z.string() }),
  }),
  graphList: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/graph/list',
    turn: 'list',
    summary: "A page of the caller's graphs, or for a system administrator of all, newest first.",
    access: jobPages,
    audited: false,
    input: z.object({
      /** `all`: everyone's, for system administrators. */
      owner: z.enum(['own', 'all']).default('own'),
      /** Part of the name. */
      graphName: z.string().trim().max(64).optional(),
      ...pageSchema,
    }),
    result: z.object({ data: z.array(graphRow), total: z.number() }),
  }),
  graphDetail: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/graph/detail',
    summary: 'A graph with its steps, in the order they were given, and the newest job of each.',
    access: jobPages,
    audited: false,
    input: z.object({ graphId: textId }),
    result: graphRow.extend({
      steps: z.array(
        z.object({
          key: z.string(),
          after: z.array(z.string()),
          /** How often it was submitted, as far as the jobs are kept. */
          runs: z.number(),
          /** The newest; null: it is not kept any more. */
          job: jobRow.nullable(),
        }),
      ),
    }),
  }),
  graphRerun: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/graph/rerun',
    summary:
      "Submits jobs again for some steps of one of the caller's graphs and for all that follow them, as they were except for what is given. Refused while one of these is open, and where another that they follow has not succeeded and is not open.",
    access: jobPages,
    audited: true,
    logged: ['graphId', 'from'],
    input: z.object({
      graphId: textId,
      from: keys.pipe(z.array(z.string()).min(1)),
      /** Of steps that are run again. */
      changes: z
        .array(
          jobSubmission
            .pick({
              ...{ queueName: true, scriptContent: true, cpus: true, memoryMb: true },
              maxMinutes: true,
            })
            .partial()
            .extend({ key: graphStepKey }),
        )
        .max(limits.graphStepsMax)
        .default([]),
    }),
    result: nothing,
  }),
  graphStop: defineEndpoint({
    feature: 'jobs',
    method: 'POST',
    path: '/job/graph/stop',
    summary: 'Stops the jobs of all steps of a graph that wait or run.',
    access: jobPages,
    audited: true,
    logged: ['graphId'],
    input: z.object({ graphId: textId }),
    result: nothing,
  }),
} as const;
