import type { ReactNode } from 'react';
import { diskSpace } from '../../../features/disk/disk-space.js';
import { NewGraphPage } from '../../../features/jobs/graphs/form/new-graph-page.js';

/** Joins the form of a graph with the disk, whose folders its steps run in. */
export const NewGraphRoute = (): ReactNode => <NewGraphPage space={diskSpace} />;
