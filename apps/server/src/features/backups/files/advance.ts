/** How a long step tells how far it is: bytes that were added to what is done. */
export type Advance = (bytes: number) => void;
