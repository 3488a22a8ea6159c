import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { SignInCodeEntity } from './sign-in-code.entity.js';

const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Single-use codes that stand for a user for a minute, handed to other sites in place of the token. */
@Injectable()
export class SignInCodes {
  constructor(private readonly dataSource: DataSource) {}

  async issue(userId: string): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    await this.dataSource.getRepository(SignInCodeEntity).insert({
      codeHash: hashCode(code),
      userId,
      expiresAt: new Date(Date.now() + limits.signInCodeMs),
    });
    return code;
  }

  /** Uses a code up. @returns null when it is unknown, used, or too old. */
  async redeem(code: string): Promise<string | null> {
    // With a DELETE, the driver's answer is [rows, count].
    const [rows] = await this.dataSource.query<[{ userId: string }[], number]>(
      `DELETE FROM sign_in_code WHERE code_hash = $1 AND expires_at > now() RETURNING user_id AS "userId"`,
      [hashCode(code)],
    );
    return rows[0]?.userId ?? null;
  }
}
