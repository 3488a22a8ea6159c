import { answerCodes } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** A new store needs all fields. */
export class BackupStoreIncompleteError extends domainError(
  'BACKUP_STORE_INCOMPLETE',
  answerCodes.invalid,
  {
    cn: '请填写地址、存储桶、访问密钥和密钥密码',
    en: 'Fill in the address, the bucket, the access key and its secret.',
  },
) {}

/** No store is set. */
export class NoBackupStoreError extends domainError('BACKUP_NO_STORE', answerCodes.conflict, {
  cn: '尚未设置备份的对象存储，请先填写并保存',
  en: 'No object store for backups is set. Fill in its address and save it first.',
}) {}

/** The store answered with a refusal. */
export class BackupStoreRefusedError extends DomainError {
  constructor(status: number, code: string) {
    super(
      'BACKUP_STORE_REFUSED',
      answerCodes.unavailable,
      {
        cn: `对象存储拒绝了请求（${status} ${code}），请检查存储桶、访问密钥及其权限`,
        en: `The object store refused (${status} ${code}). Check the bucket, the access key and what it may do.`,
      },
      { status, code },
    );
  }
}

/** The store does not answer. */
export class BackupStoreAwayError extends domainError(
  'BACKUP_STORE_AWAY',
  answerCodes.unavailable,
  {
    cn: '无法连接对象存储，请检查地址和网络',
    en: 'The object store cannot be reached. Check its address and the network.',
  },
) {}

/** What lies in the store is not what was sent. */
export class BackupStoreDiffersError extends domainError(
  'BACKUP_STORE_DIFFERS',
  answerCodes.unavailable,
  {
    cn: '对象存储中的副本大小与发送的不一致，请重试；若再次出现，请检查对象存储',
    en: 'The copy in the object store is not as long as what was sent. Try again; if it happens again, check the store.',
  },
) {}
