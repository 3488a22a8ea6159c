/** What notices of the licence say, and names in them that pages show, too. */
export const words = {
  endingTitle: 'The license expires soon',
  endingText_one: 'The license for {{licensee}}, valid until {{time}}, has {{count}} day left.',
  endingText_other: 'The license for {{licensee}}, valid until {{time}}, has {{count}} days left.',
  endedTitle: 'The license has expired',
  endedText: 'The license for {{licensee}} expired at {{time}}. Everything works as usual.',
};
