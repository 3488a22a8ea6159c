import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { fetchTicketInput, textId } from '../../wire.js';

export const clientTool = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.enum(['Win', 'Mac', 'Linux']),
  /** As its file's name says; empty when it says none. */
  version: z.string(),
  /** Bytes. */
  size: z.number(),
});
export type ClientTool = z.infer<typeof clientTool>;

export const clientToolEndpoints = {
  list: defineEndpoint({
    feature: 'disk',
    method: 'GET',
    path: '/user/info/getClientToolsList',
    summary: 'The clients that the operator has put up (folder `client-tools` of DATA_DIR).',
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: z.array(clientTool),
  }),
  download: defineEndpoint({
    feature: 'disk',
    method: 'GET',
    path: '/user/info/downloadClientTools',
    turn: 'wait',
    summary: 'The bytes of a client tool.',
    access: 'signedIn',
    audited: false,
    input: z.object({ id: textId }),
    result: z.unknown(),
    transport: 'raw',
  }),
  getToolPath: defineEndpoint({
    feature: 'disk',
    method: 'POST',
    path: '/user/info/getClientToolPath',
    summary: 'A single-use ticket for a client tool.',
    access: 'signedIn',
    audited: false,
    input: z.object({ id: textId }),
    result: z.string(),
  }),
  fetchTool: defineEndpoint({
    feature: 'disk',
    method: 'GET',
    path: '/user/info/fetchClientTool',
    summary: 'The client tool behind a ticket.',
    access: 'ticket',
    audited: false,
    input: fetchTicketInput,
    result: z.unknown(),
    transport: 'raw',
  }),
} as const;
