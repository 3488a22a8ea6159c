import { z } from 'zod';

/** RSA-OAEP (SHA-256) of the UTF-8 password, base64 (contract: Sign-in). */
export const encryptedPassword = z.string().min(1).max(1024);

/** `enableDowloadUserData` is spelled as in the specification. */
export const permissionSchema = z.object({ enableDowloadUserData: z.boolean() });
