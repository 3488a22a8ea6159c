/** The header of every answer of `/api` that names the build of the console which the server has. */
export const buildIdHeader = 'X-Build-Id';

/**
 * The name of the `meta` element in the console's page whose content is the build that the page belongs to. A page without
 * one, as in development, belongs to none and compares nothing.
 */
export const buildIdMeta = 'clusterdesk-build';
