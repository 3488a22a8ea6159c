import type { FirstAnswer } from '../../shared/api/first-answers.js';
import { drawRows, type FirstEntry } from './draw-rows.js';
import { keepInput } from './keep-input.js';

const isParsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => resolve());
    } else {
      resolve();
    }
  });

const queriesOfTiles = (): boolean => localStorage.getItem('filesView') === 'grid';

/**
 * Shows the rows of My files as soon as the server has answered, before any code is here: names, sizes and times to read, and
 * what is done to them is kept for the code. A refusal, or anything unexpected, is left to the code, which says it.
 */
export async function showFirstRows(list: FirstAnswer): Promise<void> {
  if (queriesOfTiles()) {
    return;
  }
  try {
    const answer = (await list.response).clone();
    const { success, result } = (await answer.json()) as {
      success: boolean;
      result: FirstEntry[];
    };
    await isParsed();
    const drawn = success && result.length > 0 ? drawRows(result) : null;
    if (drawn) {
      keepInput(drawn);
    }
  } catch {
    // The shape without rows stays.
  }
}
