/** Where neither the environment nor a setting says another. */
export const defaultTimeZone = 'Asia/Shanghai';
