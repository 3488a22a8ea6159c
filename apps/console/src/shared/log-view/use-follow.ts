import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** So many pixels from the end still count as the end. */
const nearEnd = 24;

interface Follow {
  isFollowing: boolean;
  /** Goes to the end and follows again. */
  follow: () => void;
  /** Stays where it is, whatever comes. */
  hold: () => void;
  onScroll: () => void;
}

/**
 * Keeps a growing text at its end until the user scrolls up, and again once they are back at the end.
 * @param isLive whether its end is the newest there is: only that is followed
 */
export function useFollow(
  frame: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isLive: boolean,
): Follow {
  const [isFollowing, setIsFollowing] = useState(true);
  const following = useRef(true);
  const lastTop = useRef(0);

  const toEnd = useCallback(() => {
    const node = frame.current;
    if (node) {
      node.scrollTop = node.scrollHeight;
      lastTop.current = node.scrollTop;
    }
  }, [frame]);

  const set = useCallback((next: boolean) => {
    following.current = next;
    setIsFollowing(next);
  }, []);

  useEffect(() => {
    if (!frame.current || !content.current) {
      return undefined;
    }
    // The content grows with new lines and once more when long lines have been measured.
    const observer = new ResizeObserver(() => {
      if (following.current) {
        toEnd();
      }
    });
    observer.observe(content.current);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame, content, toEnd]);

  const hold = useCallback(() => set(false), [set]);
  return {
    isFollowing,
    hold,
    follow: () => {
      set(true);
      toEnd();
    },
    onScroll: () => {
      const node = frame.current;
      if (!node) {
        return;
      }
      const isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight <= nearEnd;
      // Only a move upwards is the user's wish; the end also moves away by itself as text comes.
      if (isAtEnd && isLive) {
        set(true);
      } else if (node.scrollTop < lastTop.current) {
        set(false);
      }
      lastTop.current = node.scrollTop;
    },
  };
}
