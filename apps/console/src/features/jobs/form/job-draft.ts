import { jobFormValues, type JobFormValues } from './job-form-values.js';

const draftSchema = jobFormValues.partial();
const nameOf = (userId: string): string => `clusterdesk.jobDraft.${userId}`;

/** The job that a user began to describe in this browser and did not submit; null: none. */
export function readJobDraft(storage: Storage, userId: string): Partial<JobFormValues> | null {
  try {
    const text = storage.getItem(nameOf(userId));
    return text === null ? null : draftSchema.parse(JSON.parse(text));
  } catch {
    return null; // Another version wrote it, or the storage is closed.
  }
}

/**
 * Keeps a draft; null forgets it.
 * @returns whether it is kept: the storage may be full or closed
 */
export function keepJobDraft(
  storage: Storage,
  userId: string,
  draft: Partial<JobFormValues> | null,
): boolean {
  try {
    if (draft === null) {
      storage.removeItem(nameOf(userId));
    } else {
      storage.setItem(nameOf(userId), JSON.stringify(draft));
    }
    return true;
  } catch {
    return false;
  }
}
