import { optional, wireBoolean } from '../../wire.js';

/** The user list and its forms. */
export const userPages = { anyPermission: ['users.manage'] } as const;

/** The password is only good for choosing another: the user has to, before anything else. */
export const mustChangePassword = optional(wireBoolean);

/** In place of the end of a validity period: there is none. */
export const noExpiry = optional(wireBoolean);
