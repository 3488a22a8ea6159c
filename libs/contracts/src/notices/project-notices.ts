import { z } from 'zod';
import { defineNotification } from '../endpoints/platform/notifications.js';

const inProject = { projectId: z.string(), projectName: z.string() };
/** Who did it: the real name where there is one, else the user name. */
const by = { by: z.string() };
const applied = {
  ...inProject,
  ...by,
  applicationId: z.string(),
  /** Of the first chosen entry. */
  name: z.string(),
  /** How many were chosen. */
  entries: z.number(),
  reason: z.string(),
};

/** Told to a user who was made a member. */
export const projectJoinedNotice = defineNotification({
  kind: 'projects.joined',
  group: 'projects',
  payload: z.object({ ...inProject, ...by }),
});

/** Told to a member who was taken out. */
export const projectLeftNotice = defineNotification({
  kind: 'projects.left',
  group: 'projects',
  payload: z.object({ ...inProject, ...by }),
});

/** Told to a member who administers the project from now on. */
export const projectAdminNotice = defineNotification({
  kind: 'projects.admin',
  group: 'projects',
  payload: z.object({ ...inProject, ...by }),
});

/** Told to the members of a project that was deleted. */
export const projectDeletedNotice = defineNotification({
  kind: 'projects.deleted',
  group: 'projects',
  payload: z.object({ ...inProject, ...by }),
});

/**
 * Told to who commented on an entry before, and to those in charge of the project: somebody else commented on it. It has no word of what was
 * said, which is read beside the entry, by who may view that.
 */
export const entryCommentedNotice = defineNotification({
  kind: 'projects.commented',
  group: 'comments',
  payload: z.object({
    ...inProject,
    ...by,
    /** Where it was then. */
    path: z.string(),
    name: z.string(),
    /** Leads to where it is now; absent in those of earlier versions. */
    entryId: z.string().optional(),
  }),
});

/** Told to those who decide: somebody applied for a download. */
export const approvalRequestedNotice = defineNotification({
  kind: 'approvals.requested',
  group: 'requests',
  payload: z.object(applied),
});

/** Told to the applicant: it was approved. */
export const approvalGrantedNotice = defineNotification({
  kind: 'approvals.granted',
  group: 'decisions',
  payload: z.object({ ...applied, endTime: z.string() }),
});

/** Told to the applicant: it was rejected, or an approval was taken back. */
export const approvalRefusedNotice = defineNotification({
  kind: 'approvals.refused',
  group: 'decisions',
  payload: z.object({ ...applied, isRevoked: z.boolean() }),
});
