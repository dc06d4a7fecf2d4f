import { randomBytes } from 'node:crypto'; // refused

export const secret = (): string => randomBytes(32).toString('base64');
