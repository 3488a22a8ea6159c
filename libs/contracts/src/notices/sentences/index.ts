import * as approvals from './approval-sentences.js';
import * as jobs from './job-sentences.js';
import * as nodes from './node-sentences.js';
import * as platform from './platform-sentences.js';
import * as projects from './project-sentences.js';
import * as shares from './share-sentences.js';
import type { NoticeSentence } from '../notice-sentence.js';

export * from './approval-sentences.js';
export * from './job-sentences.js';
export * from './node-sentences.js';
export * from './platform-sentences.js';
export * from './project-sentences.js';
export * from './share-sentences.js';
export * from '../notice-sentence.js';

/** How every kind of notification reads. */
export const noticeSentences: readonly NoticeSentence[] = [
  approvals,
  jobs,
  nodes,
  platform,
  projects,
  shares,
].flatMap((sentences): NoticeSentence[] => Object.values(sentences));
