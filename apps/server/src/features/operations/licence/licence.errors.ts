import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

const { invalid, conflict } = answerCodes;

export class LicenceWithoutKeyError extends domainError(
  'OPERATIONS_LICENCE_WITHOUT_KEY',
  conflict,
  {
    cn: '平台未配置许可证公钥，无法激活。请设置 LICENCE_PUBLIC_KEY 后重启服务',
    en: 'This platform has no key to check licenses with. Set LICENCE_PUBLIC_KEY and restart the server.',
  },
) {}

export class LicenceMissingError extends domainError('OPERATIONS_LICENCE_MISSING', invalid, {
  cn: '请选择许可证文件',
  en: 'Choose a license file.',
}) {}

export class LicenceTooLargeError extends domainError('OPERATIONS_LICENCE_TOO_LARGE', invalid, {
  cn: '文件过大，不是许可证文件。请选择不超过 16 KB 的许可证文件',
  en: 'This file is too large for a license. Choose the license file, which has at most 16 KB.',
}) {}

export class LicenceNotJsonError extends domainError('OPERATIONS_LICENCE_NOT_JSON', invalid, {
  cn: '该文件不是许可证：内容不是 JSON。请重新下载许可证文件',
  en: 'This is no license file: it is not JSON. Fetch the license file again.',
}) {}

export class LicenceFormatError extends domainError('OPERATIONS_LICENCE_FORMAT', invalid, {
  cn: '该文件不是许可证，或其格式版本不受支持。请索取适用于当前版本的许可证，或先升级平台',
  en: 'This is no license file, or one of a format that this version does not know. Ask for one for this version, or upgrade first.',
}) {}

export class LicenceOfOtherKeyError extends domainError('OPERATIONS_LICENCE_OTHER_KEY', invalid, {
  cn: '许可证的签名不是由本平台信任的密钥生成。请联系许可证的签发方',
  en: 'The license is signed with a key that this platform does not trust. Ask whoever issued it.',
}) {}

export class LicenceAlteredError extends domainError('OPERATIONS_LICENCE_ALTERED', invalid, {
  cn: '许可证已损坏或被修改，签名无效。请重新获取原始文件',
  en: 'The license is damaged or was altered: its signature does not fit. Fetch the original file again.',
}) {}

export class LicenceOfOtherMachineError extends domainError(
  'OPERATIONS_LICENCE_OTHER_MACHINE',
  invalid,
  {
    cn: '许可证属于另一套平台。请导出本平台的配置，据此申请许可证',
    en: 'The license is for another installation. Export the configuration of this one and ask for a license for it.',
  },
) {}

export class LicenceNotYetValidError extends domainError(
  'OPERATIONS_LICENCE_NOT_YET_VALID',
  invalid,
  {
    cn: '许可证尚未生效。请检查服务器时间，或到生效日期后再上传',
    en: 'The license is not valid yet. Check the clock of the server, or upload it once it is.',
  },
) {}

export class LicenceExpiredError extends domainError('OPERATIONS_LICENCE_EXPIRED', invalid, {
  cn: '许可证已过期。请申请新的许可证',
  en: 'The license has expired. Ask for a new one.',
}) {}

export class LicenceOlderError extends domainError('OPERATIONS_LICENCE_OLDER', conflict, {
  cn: '平台上已有更新签发的许可证。请上传最新的许可证',
  en: 'The platform has a license that was issued later than this one. Upload the newest.',
}) {}
