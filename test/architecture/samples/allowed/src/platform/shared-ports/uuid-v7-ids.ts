import { uuidv7 } from 'uuidv7';

export const nextId = (): string => uuidv7();
