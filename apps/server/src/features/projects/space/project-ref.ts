/** A project as a space, for the wire and for rows alike. */
export const projectRef = (projectId: string): { space: 'project'; spaceId: string } => ({
  space: 'project',
  spaceId: projectId,
});
