import { useCallback, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isTextMarked } from '../../shared/lib/dom/is-text-marked.js';
import { paths } from '../../shared/paths.js';

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Whether Escape means the page: nothing is open above it, and the focus is in it or nowhere. */
function isForPage(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    (target === document.body || (target instanceof Element && target.closest('main') !== null)) &&
    ![...document.querySelectorAll('[role=dialog], [role=menu]')].some(isShown)
  );
}

/** Whether a click means the ground beside the page's content, and is not the end of marking text. */
const isBeside = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.matches('main') && !isTextMarked();

/**
 * Leaves the workbench: to my files after a sign-in, else back. A click on the ground beside its content does so
 * (spec part 1 §2), and Escape, unless it closes something.
 */
export function useLeave(): () => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isAfterLogin = search.get('isLogin') === 'true';
  const leave = useCallback(() => {
    // A page opened directly has nothing before it to go back to.
    const hasBefore = window.history.state?.idx > 0;
    void (isAfterLogin || !hasBefore ? navigate(paths.myFiles) : navigate(-1));
  }, [navigate, isAfterLogin]);
  useEffect(() => {
    // Asked before anything else hears of the key: afterwards, what it closes may be gone already.
    let isMeant = false;
    const look = (event: KeyboardEvent): void => {
      isMeant = event.key === 'Escape' && isForPage(event);
    };
    const act = (event: KeyboardEvent): void => {
      if (isMeant && !event.defaultPrevented) {
        leave();
      }
    };
    const onClick = (event: MouseEvent): void => {
      if (isBeside(event)) {
        leave();
      }
    };
    window.addEventListener('click', onClick);
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', act);
    return () => {
      window.removeEventListener('click', onClick);
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', act);
    };
  }, [leave]);
  return leave;
}
