import { env } from 'node:process'; // refused

export const port = process.env['PORT'] ?? env['PORT']; // refused
