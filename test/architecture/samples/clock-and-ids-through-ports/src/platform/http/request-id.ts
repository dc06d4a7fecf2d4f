import { randomUUID } from 'node:crypto'; // refused

export const requestId = (): string => randomUUID();
