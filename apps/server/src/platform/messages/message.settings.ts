import { ruleMessage } from '@clusterdesk/contracts';
import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { defineSetting } from '../settings/setting-definition.js';
import { addressText, lineText } from '../settings/setting-text.js';

/** How the connection to the mail server is secured: from the start, by STARTTLS or not at all, or not at all. */
const securities = ['tls', 'starttls', 'none'] as const;

const securityOf = (protocol: string): (typeof securities)[number] =>
  protocol === 'smtps:' ? 'tls' : 'starttls';

/** What MAIL_URL says of one setting. */
const byMailUrl =
  <Value>(read: (url: URL) => Value) =>
  ({ mailUrl }: Config): { variable: string; value: Value } | undefined =>
    mailUrl === undefined ? undefined : { variable: 'MAIL_URL', value: read(new URL(mailUrl)) };

/** Null: no mail goes out. */
export const mailHost = defineSetting({
  key: 'mailHost',
  schema: lineText(253)
    .refine(
      (host) => /^[\w.:-]+$/.test(host),
      ruleMessage('请填写主机名或 IP 地址', 'must be a host name or an IP address'),
    )
    .nullable(),
  initial: () => null,
  page: { kind: 'text', fixedBy: byMailUrl((url) => url.hostname) },
});

export const mailPort = defineSetting({
  key: 'mailPort',
  schema: z.number().int().min(1).max(65_535),
  initial: () => 587,
  page: {
    kind: 'integer',
    fixedBy: byMailUrl((url) => Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)),
  },
});

export const mailSecurity = defineSetting({
  key: 'mailSecurity',
  schema: z.enum(securities),
  initial: () => 'starttls' as const,
  page: { kind: 'choice', fixedBy: byMailUrl((url) => securityOf(url.protocol)) },
});

/** Null: the mail server asks for no name. */
export const mailUser = defineSetting({
  key: 'mailUser',
  schema: lineText(200).min(1).nullable(),
  initial: () => null,
  page: { kind: 'text', fixedBy: byMailUrl((url) => decodeURIComponent(url.username) || null) },
});

export const mailPassword = defineSetting({
  key: 'mailPassword',
  schema: z.string().min(1).max(500).nullable(),
  initial: () => null,
  isSecret: true,
  page: {
    kind: 'secret',
    fixedBy: byMailUrl((url) => decodeURIComponent(url.password) || null),
  },
});

export const mailFrom = defineSetting({
  key: 'mailFrom',
  schema: lineText(300).refine(
    (from) => /^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(from),
    ruleMessage(
      '请填写邮箱地址，例如：云枢 <desk@example.org>',
      'must be an e-mail address, such as: ClusterDesk <desk@example.org>',
    ),
  ),
  initial: () => 'ClusterDesk <clusterdesk@localhost>',
  page: {
    kind: 'text',
    fixedBy: (config) =>
      config.mailFrom === undefined ? undefined : { variable: 'MAIL_FROM', value: config.mailFrom },
  },
});

/** A secret, for the address of a gateway often holds its key. Null: no text message goes out. */
export const smsWebhookUrl = defineSetting({
  key: 'smsWebhookUrl',
  schema: addressText('http:', 'https:').nullable(),
  initial: () => null,
  isSecret: true,
  page: {
    kind: 'secret',
    fixedBy: (config) =>
      config.smsWebhookUrl === undefined
        ? undefined
        : { variable: 'SMS_WEBHOOK_URL', value: config.smsWebhookUrl },
  },
});
