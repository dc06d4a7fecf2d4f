import { nextDay } from '../../domain/next-day.js';

export const dueFrom = nextDay;
