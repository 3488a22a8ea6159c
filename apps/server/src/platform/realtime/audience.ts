import { rooms, type Topic } from '@clusterdesk/contracts';

/** The recipients of an event: the name of a room. */
export type Audience = string & { readonly audience: unique symbol };

const as = (room: string): Audience => room as Audience;

/** The kinds of audience there are. */
export const audience = {
  user: (userId: string): Audience => as(rooms.user(userId)),
  session: (sessionId: string): Audience => as(rooms.session(sessionId)),
  topic: (topic: Topic): Audience => as(rooms.topic(topic)),
};
