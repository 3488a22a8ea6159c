/** What decides about one user and one project. */
export interface ProjectAccess {
  id: string;
  projectName: string;
  ownerId: string | null;
  adminId: string | null;
  /** As people know the administrator: the real name where there is one, else the user name. */
  adminName: string;
  isMember: boolean;
  isDeleted: boolean;
  approvalDays: number;
  approversNeeded: number;
  hasQuota: boolean;
  /** Of the rights of its entries (`project_access_version`); null: something of it is not settled. */
  accessVersion: string | null;
}
