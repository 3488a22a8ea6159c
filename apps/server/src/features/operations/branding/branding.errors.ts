import { answerCodes, logoMaxPixels } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

export class BrandingNotAllowedError extends domainError(
  'OPERATIONS_BRANDING_NOT_ALLOWED',
  answerCodes.notAllowed,
  {
    cn: '版权信息和标志只能由 develop 用户修改',
    en: 'Only the user develop may change copyright and logo.',
  },
) {}

export class LogoFormatError extends domainError('OPERATIONS_LOGO_FORMAT', answerCodes.invalid, {
  cn: '图片只能是 JPG、JPEG 或 PNG 格式，请换一个文件',
  en: 'The picture must be in JPG, JPEG or PNG format. Choose another file.',
}) {}

export class LogoTooLargeError extends domainError(
  'OPERATIONS_LOGO_TOO_LARGE',
  answerCodes.invalid,
  {
    cn: `图片不能超过 1 MB，宽和高均不能超过 ${logoMaxPixels} 像素，请缩小后重试`,
    en: `The picture may have at most 1 MB and ${logoMaxPixels} pixels each way. Make it smaller and try again.`,
  },
) {}

export class LogoUnreadableError extends domainError(
  'OPERATIONS_LOGO_UNREADABLE',
  answerCodes.invalid,
  {
    cn: '图片已损坏或无法读取，请重新导出为 PNG 后再上传',
    en: 'The picture is damaged or cannot be read. Save it as PNG anew and upload it again.',
  },
) {}
