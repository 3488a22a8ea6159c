import type { WireDate } from '@clusterdesk/contracts';
import { readWireDate } from '../../../platform/http/time/read-wire-date.js';
import { DatesReversedError } from '../user.errors.js';
import { isUsablePeriod, type Validity } from '../user.policy.js';

/** @throws DomainError 400 for a date that does not exist, and for a period without a moment to come */
export function readValidity(
  start: WireDate | undefined,
  end: WireDate | undefined,
  timeZone: string,
): Validity {
  const period = {
    effectiveFrom: start === undefined ? null : readWireDate(start, timeZone, 'start'),
    expiresAt: end === undefined ? null : readWireDate(end, timeZone, 'end'),
  };
  if (!isUsablePeriod(period, new Date())) {
    throw new DatesReversedError();
  }
  return period;
}
