import type { ReactNode } from 'react';
import { NotBuilt } from '../../../shared/ui/not-built.js';

/** The place of the page until it is built. */
export const MonitoringPage = (): ReactNode => <NotBuilt />;
