/** SQL of a `UserOption`. @param of how the statement calls the row of `user_account` */
export const userOption = (of: string): string =>
  `json_build_object('id', ${of}.id, 'userName', ${of}.user_name, 'realName', ${of}.real_name)`;
