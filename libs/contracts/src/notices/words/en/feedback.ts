/** What notices of messages to the platform's operators say, and names in them that pages show, too. */
export const words = {
  notificationLeft: '{{name}} left a message',
};
