/** What notices of the licence say, and names in them that pages show, too. */
export const words = {
  endingTitle: '许可证即将到期',
  endingText_one: '{{licensee}} 的许可证将在 {{count}} 天后（{{time}}）到期。',
  endingText_other: '{{licensee}} 的许可证将在 {{count}} 天后（{{time}}）到期。',
  endedTitle: '许可证已过期',
  endedText: '{{licensee}} 的许可证已于 {{time}} 过期，所有功能照常可用。',
};
