import type { SpaceRef } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { groupPicked, viewOf, type GroupView } from './queue/upload-group.js';
import type { QueueView } from './queue/upload-store.js';
import { UploadHistory } from './upload-history.js';

const box: SpaceRef = { space: 'share', spaceId: 's1' };

const groupOf = (space: SpaceRef, name: string, state: GroupView['state']): GroupView => {
  const [group] = groupPicked(space, '/', [{ path: name, file: new File(['x'], name) }]);
  if (!group) {
    throw new Error('no group');
  }
  group.id = name;
  group.items.forEach((item) => (item.state = state));
  return viewOf(group);
};

/** A queue of which only the view matters. */
class FakeQueue {
  private listener = (): void => undefined;
  private groups: GroupView[] = [];
  readonly getView = (): QueueView => ({
    groups: this.groups,
    fileCount: 0,
    completeCount: 0,
    failedCount: 0,
    loadedBytes: 0,
    totalBytes: 0,
    bytesPerSecond: 0,
    secondsLeft: null,
  });
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listener = listener;
    return () => undefined;
  };
  show(...groups: GroupView[]): void {
    this.groups = groups;
    this.listener();
  }
}

it('keeps what has arrived when the panel forgets it, and forgets what was cancelled', () => {
  const queue = new FakeQueue();
  const history = new UploadHistory(queue);
  const states = (space: SpaceRef): string[][] =>
    UploadHistory.of(history.getView(), space).map(({ name, state }) => [name, state]);
  queue.show(
    groupOf(box, 'a', 'uploading'),
    groupOf(box, 'b', 'waiting'),
    groupOf({ space: 'disk' }, 'own', 'complete'),
  );
  expect(states(box)).toEqual([
    ['b', 'waiting'],
    ['a', 'uploading'],
  ]);
  queue.show(groupOf(box, 'a', 'complete'), groupOf(box, 'b', 'failed'));
  queue.show();
  expect(states(box)).toEqual([['a', 'complete']]);
  expect(states({ space: 'share', spaceId: 's2' })).toEqual([]);
  expect(states({ space: 'disk' })).toEqual([]);
});
