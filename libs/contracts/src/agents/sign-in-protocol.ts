import { z } from 'zod';

/** A code that a browser brought to a desktop's host, which asks its agent to redeem it. */
export const redeemCodeSchema = z.object({ code: z.string().min(1).max(200) });
export type RedeemCode = z.infer<typeof redeemCodeSchema>;

/** The session of that user on this desktop, or why there is none: a stable code, and the sentence for the user who brought the code. */
export const redeemCodeReplySchema = z.discriminatedUnion('isRedeemed', [
  z.object({
    isRedeemed: z.literal(true),
    user: z.object({
      id: z.string(),
      userName: z.string(),
      realName: z.string().nullable(),
    }),
    token: z.string(),
    /** Milliseconds since the epoch; the session may end before. */
    expiresAt: z.number(),
  }),
  z.object({
    isRedeemed: z.literal(false),
    error: z.string(),
    sentence: z.object({ cn: z.string(), en: z.string() }),
  }),
]);
export type RedeemCodeReply = z.infer<typeof redeemCodeReplySchema>;
