import {
  approvalGrantedNotice,
  approvalRefusedNotice,
  approvalRequestedNotice,
  type NotificationRow,
} from '@clusterdesk/contracts';

const kinds = [approvalRequestedNotice, approvalGrantedNotice, approvalRefusedNotice];

/** The application that a notification tells of; null: it tells of something else. */
export function applicationIdOf({ kind, payload }: NotificationRow): string | null {
  const notice = kinds.find((one) => one.kind === kind);
  return notice?.payload.safeParse(payload).data?.applicationId ?? null;
}
