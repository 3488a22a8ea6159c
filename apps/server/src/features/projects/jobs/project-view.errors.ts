import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** The work folder has, or may get, entries that the user may not view, edit and download. */
export class WorkDirNotOpenError extends DomainError {
  /** @param adminName of the project, by display name */
  constructor(adminName: string) {
    super('JOB_WORK_DIR_NOT_OPEN', answerCodes.notAllowed, {
      cn: `任务的工作目录须为您可以查看、修改和下载其中全部内容的文件夹，其他成员放入的内容也包括在内。请另选文件夹，请项目管理员 ${adminName} 向成员开放该文件夹的修改和下载，或改为提交封闭任务`,
      en: `A job works in a folder of which you may view, edit and download everything, also what other members put there. Choose another folder, ask the administrator of the project, ${adminName}, to let members edit and download there, or submit a sealed job.`,
    });
  }
}

/** An entry that the job was to be given holds something that the user has no right to. */
export class InputNotOpenError extends DomainError {
  constructor(path: string, right: 'view' | 'download') {
    super(
      'JOB_INPUT_NOT_OPEN',
      answerCodes.notAllowed,
      right === 'download'
        ? {
            cn: `您不能下载「${path}」中的全部内容，普通任务不能使用它。请另选文件，或改为提交封闭任务`,
            en: `You may not download everything in ${path}, so an ordinary job cannot use it. Choose other files, or submit a sealed job.`,
          }
        : {
            cn: `您不能查看「${path}」中的全部内容，任务不能使用它，请另选文件`,
            en: `You may not view everything in ${path}, so a job cannot use it. Choose other files.`,
          },
      { path },
    );
  }
}

/** What the user may use lies apart in more places than one job can be shown. */
export class TooScatteredError extends domainError('PROJECT_TOO_SCATTERED', answerCodes.invalid, {
  cn: `您在项目中可用的文件过于分散（一个任务最多可展示 ${limits.jobProjectEntriesMax} 处），请在提交时指明任务需要的文件或文件夹`,
  en: `What you may use in the project lies in too many single places; a job is shown at most ${limits.jobProjectEntriesMax}. Name the files or folders that the job needs.`,
}) {}
