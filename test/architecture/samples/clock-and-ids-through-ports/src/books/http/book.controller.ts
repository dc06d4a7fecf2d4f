import { uuidv7 } from 'uuidv7'; // refused

export const id = (): string => uuidv7();
