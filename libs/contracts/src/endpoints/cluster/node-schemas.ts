import { z } from 'zod';
import { limits } from '../../limits.js';
import { optional, ruleMessage, wireTime } from '../../wire.js';

/** Four numbers from 0 to 255 without zeros before them, which some programs read as octal (spec part 2 §5: dotted IPv4). */
export const ipv4Pattern = /^((25[0-5]|2[0-4]\d|1?\d{1,2})(\.(?!$)|$)){4}$/;

/** A LAN address. */
export const lanIp = z
  .string()
  .trim()
  .refine(
    (address) => ipv4Pattern.test(address) && !/(^|\.)0\d/.test(address),
    ruleMessage(
      '内网 IP 须为 IPv4 地址，例如 192.168.1.10',
      'the LAN address is an IPv4 address such as 192.168.1.10',
    ),
  );

const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/i;

/** A domain name of 3 to 255 characters with labels up to 63 (spec part 2 §5), or an IPv4 address. */
export function isHostAddress(address: string): boolean {
  if (/^[\d.]+$/.test(address)) {
    return lanIp.safeParse(address).success;
  }
  return (
    address.length >= 3 &&
    address.length <= 255 &&
    address.split('.').every((part) => label.test(part))
  );
}

/** A node's address for people outside; empty: it has none. */
export const wanAddress = z
  .string()
  .trim()
  .refine(
    (address) => address === '' || isHostAddress(address),
    ruleMessage(
      '外网地址须为 IPv4 地址或域名：共 3 到 255 个字符，每段最多 63 个，由字母、数字和连字符组成',
      'the WAN address is an IPv4 address or a domain name: 3 to 255 characters, each label up to 63 letters, digits and hyphens',
    ),
  );

/** What a person wrote about a node, one paragraph (spec part 2 §9). */
export const nodeDescription = z
  .string()
  .trim()
  .refine(
    (text) => text.length <= limits.nodeDescriptionLength,
    ruleMessage(
      `描述最多 ${limits.nodeDescriptionLength} 个字符`,
      `the description can have at most ${limits.nodeDescriptionLength} characters`,
    ),
  );

/** A parameter that the console sends back with the row it read, and that nothing follows from. */
export const ignored = optional(z.unknown());

/** How the agent of a node is doing. `none`: never enrolled; `invited`: it has a good enrolment token and no agent yet. */
export const agentStates = ['none', 'invited', 'away', 'connected', 'revoked'] as const;
export type AgentState = (typeof agentStates)[number];

/** What a list tells of the agent of a node, and of the host as the agent describes it. */
export const nodeAgent = z.object({
  state: z.enum(agentStates),
  /** When it was last heard from, milliseconds since the epoch; null: never. */
  lastSeen: z.number().nullable(),
  hostname: z.string().nullable(),
  platform: z.string().nullable(),
  version: z.string().nullable(),
  cpuCount: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  /** The hosts that use its credentials at once; empty while one does. */
  clonedHosts: z.array(z.string()),
  /** Until when the token of an enrolment command is good; null: there is none. */
  invitedUntil: wireTime.nullable(),
});
export type NodeAgent = z.infer<typeof nodeAgent>;

const enrolmentCommand = z.object({
  /** One line for a shell of the host, to be run as a user who may become root. */
  command: z.string(),
  /** The address of the platform in it. */
  origin: z.string(),
});

/** What enrols the agent of a node. It is shown once: the platform keeps only a hash of its token. */
export const enrolment = z.object({
  ...enrolmentCommand.shape,
  id: z.string(),
  /** The console was opened at an address that only its own host reaches, and none is configured (PUBLIC_URL). */
  isOriginGuessed: z.boolean(),
  /** Then, the same with the other addresses of the server in its networks. */
  others: z.array(enrolmentCommand),
  /** Until when it is good. */
  expiresAt: wireTime,
});
export type Enrolment = z.infer<typeof enrolment>;
