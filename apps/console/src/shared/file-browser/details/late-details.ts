import { lazyComponent } from '../../ui/lazy-component.js';

// One file for both, which share what is measured: two would weigh on every first page.
const load = () => import('./details-pane.js');

export const DetailsPane = lazyComponent(async () => (await load()).DetailsPane);
export const MeasuredSize = lazyComponent(async () => (await load()).MeasuredSize);
