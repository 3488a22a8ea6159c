import type { LicenceState } from '@clusterdesk/contracts';
import type { DomainError } from '../../../platform/http/domain-error.js';
import type { Licence } from './licence-document.js';

/** What is stored: its text, what it says, and what keeps it from counting. */
export interface StoredLicence {
  document: string | null;
  /** Null where there is none, and where it cannot be checked. */
  licence: Licence | null;
  state: LicenceState;
  fault: DomainError | null;
}
