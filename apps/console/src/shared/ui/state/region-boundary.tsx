import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportFailure } from '../../api/report-failure.js';

interface RegionBoundaryProps {
  children: ReactNode;
  /** What stands in place of a region that failed; `again` draws it anew. */
  fallback: (error: unknown, again: () => void) => ReactNode;
}

interface RegionBoundaryState {
  failure: { error: unknown } | null;
}

/** Keeps a failure within one region of the window: the others, and what runs in them, go on. */
export class RegionBoundary extends Component<RegionBoundaryProps, RegionBoundaryState> {
  override state: RegionBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): RegionBoundaryState {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    reportFailure(error, componentStack ?? '');
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure
      ? this.props.fallback(failure.error, () => this.setState({ failure: null }))
      : this.props.children;
  }
}
