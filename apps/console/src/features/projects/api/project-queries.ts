import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** Every endpoint that shows a project as it is now. */
export const queriesOfProjects = [
  endpoints.projects.list,
  endpoints.projects.listAll,
  endpoints.projects.detail,
  endpoints.projects.getSettings,
] as const;

/** Every endpoint that shows who is in a project. */
export const queriesOfPeople = [
  ...queriesOfProjects,
  endpoints.projects.users,
  endpoints.projects.candidates,
] as const;

/** A part of the caller's projects, newest first. */
export const projectList = (input: EndpointInput<typeof endpoints.projects.list>) =>
  queryOptionsOf(endpoints.projects.list, input);

export const projectDetail = (id: string) => queryOptionsOf(endpoints.projects.detail, { id });

export const projectSettings = (projectId: string) =>
  queryOptionsOf(endpoints.projects.getSettings, { projectId });

/** How much a project keeps, and may keep: for its members. */
export const projectUsage = (projectId: string) =>
  queryOptionsOf(endpoints.projectFiles.usage, { projectId });

/** Who is in a project. */
export const projectMembers = (input: EndpointInput<typeof endpoints.projects.users>) =>
  queryOptionsOf(endpoints.projects.users, input);

/** Who could be added to it. */
export const projectCandidates = (input: EndpointInput<typeof endpoints.projects.candidates>) =>
  queryOptionsOf(endpoints.projects.candidates, input);

/** What the caller may do with an entry, and why. */
export const entryRightsOf = (projectId: string, path: string) =>
  queryOptionsOf(endpoints.projectFiles.rights, { projectId, path });

/** A page of what a member sees in a folder. */
export const memberViewOf = (input: EndpointInput<typeof endpoints.projectFiles.asMember>) =>
  queryOptionsOf(endpoints.projectFiles.asMember, input);

/** The nine that hold for an entry, and where they were saved. */
export const filePermissionOf = (projectId: string, file: string) =>
  queryOptionsOf(endpoints.projectFiles.getPermission, { projectId, file });
