import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import type { Envelope, UploadResult } from '@clusterdesk/contracts';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';

/** A field, or with `fileName` a file, of a form. */
export interface FormPart {
  name: string;
  fileName?: string;
  content: string | Buffer;
}

export type FormAnswer = Envelope<unknown> & { httpStatus: number };
export const resultOf = ({ result }: FormAnswer): UploadResult => result as UploadResult;
export type FormName = 'uploadFile' | 'uploadFolder';

/** A multipart body, parts in the order given. Names are written as a browser does. */
export function formBody(parts: readonly FormPart[], boundary: string): Buffer {
  const escape = (name: string): string => name.replaceAll('"', '%22');
  const pieces = parts.flatMap(({ name, fileName, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"`,
    fileName === undefined
      ? ''
      : `; filename="${escape(fileName)}"\r\nContent-Type: application/octet-stream`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** Sends upload forms byte by byte as wanted, for integration specs. */
export class SpecForms {
  constructor(private readonly platform: SpecPlatform) {}

  async send(
    user: SpecUser | null,
    form: FormName,
    parts: readonly FormPart[],
    query: Record<string, string> = {},
  ): Promise<FormAnswer> {
    const boundary = `form-${randomBytes(8).toString('hex')}`;
    const body = formBody(parts, boundary);
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    return this.sendRaw(user, form, headers, body, query);
  }

  /** The same without saying how long it is (chunked encoding). */
  async sendInPieces(
    user: SpecUser,
    form: FormName,
    parts: readonly FormPart[],
  ): Promise<Envelope<unknown>> {
    const boundary = `form-${randomBytes(8).toString('hex')}`;
    const outgoing = request(this.urlOf(form, {}), {
      method: 'POST',
      headers: {
        Authorization: user.token,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.write(formBody(parts, boundary));
    outgoing.end();
    const [response] = await answered;
    return (await json(response)) as Envelope<unknown>;
  }

  /** A body that need not be a form at all. */
  async sendRaw(
    user: SpecUser | null,
    form: FormName,
    headers: Record<string, string>,
    body: Buffer,
    query: Record<string, string> = {},
  ): Promise<FormAnswer> {
    const response = await fetch(this.urlOf(form, query), {
      method: 'POST',
      headers: { Authorization: user?.token ?? '', ...headers },
      body: Uint8Array.from(body),
    });
    return { ...((await response.json()) as Envelope<unknown>), httpStatus: response.status };
  }

  async expectOk(
    user: SpecUser,
    form: FormName,
    parts: readonly FormPart[],
    query: Record<string, string> = {},
  ): Promise<UploadResult> {
    const answer = await this.send(user, form, parts, query);
    expect(answer).toMatchObject({ success: true, code: 200, httpStatus: 200 });
    return answer.result as UploadResult;
  }

  /** Promises more than it sends, and then breaks the connection. */
  async breakOff(user: SpecUser, form: FormName, head: Buffer, boundary: string): Promise<void> {
    const outgoing = request(this.urlOf(form, {}), {
      method: 'POST',
      headers: {
        Authorization: user.token,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': head.length + 1_000_000,
      },
    });
    outgoing.on('error', () => undefined);
    await new Promise((resolve) => outgoing.write(head, resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    outgoing.destroy();
  }

  async until(isTrue: () => Promise<boolean>): Promise<void> {
    const endsAt = Date.now() + 20_000;
    while (!(await isTrue()) && Date.now() < endsAt) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await isTrue()).toBe(true);
  }

  /** What the log says of uploads, oldest first. */
  async auditRows(): Promise<{ level: string; call: string; code: string | null }[]> {
    const rows = await this.platform.query(
      `SELECT log_level AS level, method_name AS call, error_code AS code FROM audit_log
       WHERE method_name LIKE '%upload%' ORDER BY id`,
    );
    return rows as { level: string; call: string; code: string | null }[];
  }

  urlOf(form: FormName, query: Record<string, string>): URL {
    const url = new URL(`/api/user/info/${form}`, this.platform.baseUrl);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.set(name, value);
    }
    return url;
  }
}
