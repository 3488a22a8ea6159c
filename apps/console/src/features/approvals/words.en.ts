/** Words of download applications. */
export const words = {
  noticeRequested_one: '{{by}} applies for the download of “{{name}}” (project “{{project}}”)',
  noticeRequested_other:
    '{{by}} applies for the download of “{{name}}” and others, {{count}} items (project “{{project}}”)',
  noticeGranted_one: '{{by}} approved your download of “{{name}}”',
  noticeGranted_other: '{{by}} approved your download of “{{name}}” and others, {{count}} items',
  noticeRejected_one: '{{by}} rejected your download of “{{name}}”',
  noticeRejected_other: '{{by}} rejected your download of “{{name}}” and others, {{count}} items',
  noticeRevoked_one: '{{by}} took back the approval for “{{name}}”',
  noticeRevoked_other: '{{by}} took back the approval for “{{name}}” and others, {{count}} items',
  noticeUntil: 'Download it before {{time}}.',
  noticeReason: 'Reason: {{reason}}',
};
