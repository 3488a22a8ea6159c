import { answerCodes, type AnswerCode, type LocalizedText } from '@clusterdesk/contracts';
import { ReleaseError, type UpgradeFault } from '@clusterdesk/contracts/release';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

const { invalid, conflict, unavailable } = answerCodes;

/** What each refusal and each return is to people, and what they do about it. */
const faults: Readonly<Record<UpgradeFault, { status: AnswerCode; sentence: LocalizedText }>> = {
  UPGRADE_NO_KEY: {
    status: conflict,
    sentence: {
      cn: '本平台未设置发布公钥，无法验证升级包；请在环境变量 UPDATE_PUBLIC_KEY 中设置后重启',
      en: 'This platform has no key to check releases with. Set UPDATE_PUBLIC_KEY and restart it.',
    },
  },
  UPGRADE_FEED_AWAY: {
    status: unavailable,
    sentence: {
      cn: '无法从更新地址取得有效的版本信息；请检查 UPDATE_FEED_URL 和网络，或上传升级包',
      en: 'The address of releases gave no valid answer. Check UPDATE_FEED_URL and the network, or upload a bundle.',
    },
  },
  UPGRADE_BUNDLE_UNREADABLE: {
    status: invalid,
    sentence: {
      cn: '这不是云枢的升级包，或文件已损坏；请重新下载',
      en: 'This is not an upgrade bundle of ClusterDesk, or the file is damaged. Download it again.',
    },
  },
  UPGRADE_SIGNATURE_WRONG: {
    status: invalid,
    sentence: {
      cn: '升级包的签名与本平台的发布公钥不符，未作任何更改；请从可信来源重新获取',
      en: 'The bundle is not signed by the key of this platform. Nothing was changed. Get it from its publisher.',
    },
  },
  UPGRADE_BUNDLE_ALTERED: {
    status: invalid,
    sentence: {
      cn: '升级包内容与签名的校验和不符（不完整或被改动），未作任何更改；请重新下载',
      en: 'The bundle is incomplete or was altered. Nothing was changed. Download it again.',
    },
  },
  UPGRADE_NOT_NEWER: {
    status: conflict,
    sentence: {
      cn: '该版本不比当前版本新，无需升级',
      en: 'This version is not newer than the one that runs. There is nothing to upgrade.',
    },
  },
  UPGRADE_STEP_TOO_LARGE: {
    status: conflict,
    sentence: {
      cn: '当前版本过旧，不能直接升级到该版本；请先升级到中间版本',
      en: 'The version that runs is too old for this step. Upgrade to a version in between first.',
    },
  },
  UPGRADE_NODE_TOO_OLD: {
    status: conflict,
    sentence: {
      cn: '新版本需要更高版本的 Node.js；请先更新主机上的 Node.js 并重启平台',
      en: 'The new version needs a newer Node.js. Update it on the host and restart the platform first.',
    },
  },
  UPGRADE_OTHER_PLATFORM: {
    status: invalid,
    sentence: {
      cn: '该升级包适用于另一种系统或处理器；请下载适用于本机的升级包',
      en: 'This bundle is for another system or processor. Download the one for this host.',
    },
  },
  UPGRADE_BUNDLE_TOO_LARGE: {
    status: invalid,
    sentence: {
      cn: '升级包超过允许的大小，未作任何更改',
      en: 'The bundle is larger than any release may be. Nothing was changed.',
    },
  },
  UPGRADE_ENTRY_FORBIDDEN: {
    status: invalid,
    sentence: {
      cn: '升级包中含有不允许的条目（链接或指向外部的路径），未作任何更改',
      en: 'The bundle holds an entry that is not allowed: a link, or a path that leads out. Nothing was changed.',
    },
  },
  UPGRADE_NO_ROOM: {
    status: conflict,
    sentence: {
      cn: '磁盘空间不足，无法升级；请在 DATA_DIR 所在的磁盘上腾出空间后重试',
      en: 'There is not enough room on the disk of DATA_DIR. Free some and try again.',
    },
  },
  UPGRADE_FOLDER_FOREIGN: {
    status: conflict,
    sentence: {
      cn: 'DATA_DIR 不属于启动平台的用户，或可被他人改写，不能在其中存放程序；请更正所有者和权限后重试',
      en: 'DATA_DIR is not owned by the user who started the platform, or others can write there, so that no programs are kept in it. Correct its owner and mode.',
    },
  },
  UPGRADE_DATABASE_PROGRAM: {
    status: conflict,
    sentence: {
      cn: '新版本自带另一主版本的 PostgreSQL；请先导出备份，再安装新版本并导入',
      en: 'The new version brings another major version of PostgreSQL. Export a backup, install it anew, and import the backup there.',
    },
  },
  UPGRADE_DATABASE_ROLE: {
    status: conflict,
    sentence: {
      cn: 'DATABASE_URL 的数据库账号无权复制数据库，因此无法试运行新版本，未作任何更改；该账号须拥有此数据库，并由数据库管理员执行 ALTER ROLE … CREATEDB',
      en: 'The role of DATABASE_URL may not copy its database, so the new version cannot be tried. Nothing was changed. The role must own the database; have an administrator of the database run ALTER ROLE … CREATEDB for it.',
    },
  },
  UPGRADE_DATABASE_IN_USE: {
    status: conflict,
    sentence: {
      cn: '有其他程序连接着 DATABASE_URL 的数据库，因此无法复制它，未作任何更改；请断开这些连接后重试',
      en: 'Other programs are connected to the database of DATABASE_URL, so it cannot be copied. Nothing was changed. End their connections and try again.',
    },
  },
  UPGRADE_PROGRAM_BROKEN: {
    status: invalid,
    sentence: {
      cn: '新版本的程序无法在本机运行，未作任何更改；请查看启动程序的日志',
      en: "The new version's programs do not run on this host. Nothing was changed. See what the launcher says.",
    },
  },
  UPGRADE_SAFETY_FAILED: {
    status: conflict,
    sentence: {
      cn: '升级前的数据库备份失败，未作更改；请检查磁盘空间和备份列表后重试',
      en: 'The database could not be saved before the upgrade. Nothing was changed. Check the disk and the list of backups, and try again.',
    },
  },
  UPGRADE_NOT_HEALTHY: {
    status: conflict,
    sentence: {
      cn: '新版本未能正常启动，已自动恢复到原版本和原数据库',
      en: 'The new version did not start. The previous version runs again with its database.',
    },
  },
  UPGRADE_INTERRUPTED: {
    status: conflict,
    sentence: {
      cn: '升级被中断，已恢复到原版本和原数据库；可以重新升级',
      en: 'The upgrade was cut off. The previous version runs again with its database. You can start it again.',
    },
  },
  UPGRADE_FAILED: {
    status: conflict,
    sentence: {
      cn: '升级失败，未作任何更改；请查看启动程序的日志',
      en: 'The upgrade failed and nothing was changed. See what the launcher says.',
    },
  },
};

/** A refusal of the check of releases, for people. */
export class UpgradeRefusedError extends DomainError {
  constructor(fault: UpgradeFault) {
    super(fault, faults[fault].status, faults[fault].sentence);
  }
}

export const sentenceOf = (fault: UpgradeFault): LocalizedText => faults[fault].sentence;

/** What was thrown, as the stable code of a refusal. */
export const faultOf = (error: unknown): UpgradeFault =>
  error instanceof ReleaseError ? error.code : 'UPGRADE_FAILED';

export class UpgradeUnderWayError extends domainError('UPGRADE_UNDER_WAY', conflict, {
  cn: '升级正在进行，请等待其结束',
  en: 'An upgrade is under way. Wait until it has ended.',
}) {}

export class UpgradeFormError extends domainError('UPGRADE_FORM_INVALID', invalid, {
  cn: '请选择一个升级包文件（字段 file）',
  en: 'Choose one bundle to upload (field file).',
}) {}

/** Nothing here switches programs: whoever deployed it does. @param command what they run */
export class UpgradeElsewhereError extends DomainError {
  constructor(command: string) {
    super('UPGRADE_ELSEWHERE', conflict, {
      cn: `本平台不是由 npm start 启动的，不能在页面上升级；请由运维人员执行：${command}`,
      en: `This platform was not started by npm start and is not upgraded from a page. An operator runs: ${command}`,
    });
  }
}
