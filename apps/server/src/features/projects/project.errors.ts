import { answerCodes, limits, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';
import type { SpaceAction } from '../spaces/space.js';

/** There is no such project for this user: it never existed, was deleted, or the user is not in it. One answer for all of them. */
export class ProjectNotFoundError extends domainError('PROJECT_NOT_FOUND', answerCodes.notFound, {
  cn: '项目不存在，或您不在该项目中，请联系项目管理员',
  en: 'There is no such project, or you are not in it. Ask the administrator of the project.',
}) {}

/** A permission of the project denies it; the sentence names whom to ask. */
export class ProjectRefusedError extends DomainError {
  /** @param adminName of the project, by display name */
  constructor(action: SpaceAction, projectName: string, adminName: string) {
    super(
      action === 'download'
        ? 'PROJECT_DOWNLOAD_NOT_APPROVED'
        : `PROJECT_${action.toUpperCase()}_OFF`,
      answerCodes.notAllowed,
      refusals[action](projectName, adminName),
    );
  }
}

const refusals: Record<SpaceAction, (project: string, admin: string) => LocalizedText> = {
  view: (project, admin) => ({
    cn: `您没有查看项目「${project}」中这些文件的权限，请联系项目管理员 ${admin}`,
    en: `You may not see these files of the project ${project}. Ask its administrator, ${admin}.`,
  }),
  download: (project, admin) => ({
    cn: `项目「${project}」未向您开放这些文件的下载，请申请下载，由项目管理员 ${admin} 审批`,
    en: `These files of the project ${project} cannot be downloaded without approval. Apply for the download: its administrator, ${admin}, decides.`,
  }),
  edit: (project, admin) => ({
    cn: `您没有修改项目「${project}」中这些文件的权限，请联系项目管理员 ${admin}`,
    en: `You may not change these files of the project ${project}. Ask its administrator, ${admin}.`,
  }),
  add: (project, admin) => ({
    cn: `您没有向项目「${project}」的此文件夹添加文件的权限，请联系项目管理员 ${admin}`,
    en: `You may not add files to this folder of the project ${project}. Ask its administrator, ${admin}.`,
  }),
};

/** Only the owner and the administrator may do that. */
export class ProjectManagersOnlyError extends DomainError {
  constructor(adminName: string) {
    super('PROJECT_MANAGERS_ONLY', answerCodes.notAllowed, {
      cn: `只有项目拥有者或管理员可以进行此操作，请联系项目管理员 ${adminName}`,
      en: `Only the owner or the administrator of the project may do that. Ask ${adminName}.`,
    });
  }
}

/** The owner has another project of that name. */
export class ProjectNameTakenError extends DomainError {
  constructor(projectName: string) {
    super('PROJECT_NAME_TAKEN', answerCodes.conflict, {
      cn: `已有名为「${projectName}」的项目，请换一个名称`,
      en: `A project called ${projectName} already exists. Choose another name.`,
    });
  }
}

/** Too many projects of one owner. */
export class TooManyProjectsError extends domainError('PROJECT_TOO_MANY', answerCodes.conflict, {
  cn: `每个用户最多拥有 ${limits.projectsPerUser} 个项目，请先删除不用的项目`,
  en: `A user can own at most ${limits.projectsPerUser} projects. Delete an unused one first.`,
}) {}

/** A project has as many tags as it may. */
export class TooManyTagsError extends domainError('PROJECT_TOO_MANY_TAGS', answerCodes.conflict, {
  cn: `每个项目最多 ${limits.projectTags} 个标签，请先删除不用的标签`,
  en: `A project can have at most ${limits.projectTags} tags. Delete an unused one first.`,
}) {}

/** The tag is not there, or no longer. */
export class ProjectTagMissingError extends domainError(
  'PROJECT_TAG_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '该标签已不存在，请刷新页面',
    en: 'This tag no longer exists. Reload the page.',
  },
) {}

/** A project has as many members as it may. */
export class TooManyMembersError extends domainError(
  'PROJECT_TOO_MANY_MEMBERS',
  answerCodes.conflict,
  {
    cn: `每个项目最多 ${limits.projectMaxUsers} 名成员`,
    en: `A project has at most ${limits.projectMaxUsers} members.`,
  },
) {}

/** One of the users does not exist, or may not sign in. */
export class ProjectUserUnknownError extends domainError(
  'PROJECT_USER_UNKNOWN',
  answerCodes.notFound,
  {
    cn: '所选用户中有人已不存在或已被停用，请重新选择',
    en: 'One of these users no longer exists or cannot sign in. Choose again.',
  },
) {}

/** The user is not in the project. */
export class NotInProjectError extends domainError('PROJECT_NOT_A_MEMBER', answerCodes.notFound, {
  cn: '该用户不是项目成员，请刷新成员列表',
  en: 'This user is not a member of the project. Reload the list of members.',
}) {}

/** The member has no page of projects, or may not sign in at present. */
export class MemberKeptOutError extends domainError(
  'PROJECT_MEMBER_KEPT_OUT',
  answerCodes.conflict,
  {
    cn: '该成员目前无法登录或没有项目页面的权限，因此看不到任何文件，请联系系统管理员',
    en: 'This member cannot sign in at present, or has no page of projects, and so sees no files at all. Ask a system administrator.',
  },
) {}

/** Owner and administrator stay in their project. */
export class ManagersStayError extends domainError('PROJECT_MANAGERS_STAY', answerCodes.conflict, {
  cn: '项目拥有者和管理员不能被移出，请先将管理员移交给其他成员',
  en: 'The owner and the administrator stay in the project. Make another member the administrator first.',
}) {}

/** The rule of two people binds the administrator, who cannot lift it. */
export class OwnerLiftsTwoApproversError extends domainError(
  'PROJECT_OWNER_LIFTS_TWO_APPROVERS',
  answerCodes.notAllowed,
  {
    cn: '双人审批只能由项目拥有者改为单人审批，请联系项目拥有者',
    en: 'Only the owner of the project can change two approvals to one. Ask the owner.',
  },
) {}

/** Two people approve downloads: one of them alone may not let more people download without approval. */
export class OwnerGivesDownloadsError extends domainError(
  'PROJECT_OWNER_GIVES_DOWNLOADS',
  answerCodes.notAllowed,
  {
    cn: '本项目的下载由两人共同审批，只有项目拥有者可以让更多人直接下载，请联系项目拥有者',
    en: 'In this project two people decide about downloads. Only the owner can let more people download without approval. Ask the owner.',
  },
) {}

/** Two people decide: the owner and another administrator. */
export class TwoApproversNeedTwoPeopleError extends domainError(
  'PROJECT_NEEDS_TWO_PEOPLE',
  answerCodes.conflict,
  {
    cn: '双人审批需要拥有者和管理员为不同的人，请先指定其他成员为管理员，或改为单人审批',
    en: 'For two approvals the owner and the administrator are two people. Make another member the administrator, or ask for one approval.',
  },
) {}
