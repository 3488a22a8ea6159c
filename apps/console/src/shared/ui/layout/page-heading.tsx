import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useState,
  type HTMLAttributes,
  type ReactNode,
} from 'react';

/** Says that a page draws its heading itself, until the function that comes back is called. */
type ClaimHeading = () => () => void;

const ClaimContext = createContext<ClaimHeading | null>(null);

/** The page's own heading, in sight: its one `h1`. */
export function PageHeading(props: HTMLAttributes<HTMLHeadingElement>): ReactNode {
  const claim = use(ClaimContext);
  useLayoutEffect(() => claim?.(), [claim]);
  return <h1 {...props}>{props.children}</h1>;
}

/** Gives the page inside a heading for screen readers, `name`, unless the page draws its own. */
export function PageHeadingProvider({
  name,
  children,
}: {
  name: string;
  children: ReactNode;
}): ReactNode {
  const [own, setOwn] = useState(0);
  const claim = useCallback(() => {
    setOwn((count) => count + 1);
    return () => setOwn((count) => count - 1);
  }, []);
  return (
    <ClaimContext value={claim}>
      {own === 0 && <h1 className="visually-hidden">{name}</h1>}
      {children}
    </ClaimContext>
  );
}
