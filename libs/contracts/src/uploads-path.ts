/** Where resumable uploads (tus 1.0) are spoken; plain HTTP, so it stands beside the endpoints. */
export const uploadsPath = '/api/uploads';

/** The header with the ticket of a visitor: good for uploads into one drop box, and for nothing else. */
export const visitorTicketHeader = 'Drop-Ticket';
