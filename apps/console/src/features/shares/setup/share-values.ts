import {
  shareTypes,
  type endpoints,
  type EndpointInput,
  type UserOption,
} from '@clusterdesk/contracts';
import { quotaBytesOf } from '../../../shared/lib/format/gigabytes.js';
import { expiryIn } from '../share-link.js';

/** What the form of a new share holds; of the tab that is not shown nothing is sent. */
export interface ShareValues {
  users?: UserOption[];
  /** For so many days a link is good. */
  days?: number;
  verification?: string;
  downloadLimit?: number | null;
  isDropBox?: boolean;
  canDownload?: boolean;
  forVisitors?: boolean;
  visitorTitle?: string;
  /** In GB; null: no limit. */
  visitorGigabytes?: number | null;
  visitorFiles?: number | null;
}

/** The tab that is shown. */
export type ShareWay = 'users' | 'link';

/** What is asked about visitors without an account. */
export type VisitorValues = Pick<ShareValues, 'visitorTitle' | 'visitorGigabytes' | 'visitorFiles'>;

/** What the fields about visitors say; what is not shown says nothing. */
export const visitorInput = ({ visitorTitle, visitorGigabytes, visitorFiles }: VisitorValues) => ({
  ...(visitorTitle !== undefined && { visitorTitle }),
  ...(visitorGigabytes !== undefined && { visitorMaxBytes: quotaBytesOf(visitorGigabytes) }),
  ...(visitorFiles !== undefined && { visitorMaxFiles: visitorFiles }),
});

/** What is sent for a form. @param now ms since the epoch, by the server's clock */
export function shareInput(
  way: ShareWay,
  patahs: string[],
  values: ShareValues,
  now: number,
): EndpointInput<typeof endpoints.shares.add> {
  const isDropBox = values.isDropBox ?? false;
  // A drop box gives nothing anyway.
  const viewOnly = !isDropBox && values.canDownload === false && { canDownload: false };
  if (way === 'users') {
    const users = (values.users ?? []).map(({ id }) => ({ id }));
    return { patahs, shareType: shareTypes.users, users, isDropBox, ...viewOnly };
  }
  const verification = values.verification?.trim();
  // Nobody downloads from a drop box, or from what one may only look at.
  const downloadLimit = isDropBox || viewOnly ? null : values.downloadLimit;
  return {
    patahs,
    shareType: shareTypes.link,
    isDropBox,
    ...viewOnly,
    ...(values.days !== undefined && { expirationTime: expiryIn(values.days, now) }),
    ...(verification && { verification }),
    ...(downloadLimit && { downloadLimit }),
    ...(isDropBox && values.forVisitors && { forVisitors: true, ...visitorInput(values) }),
  };
}
