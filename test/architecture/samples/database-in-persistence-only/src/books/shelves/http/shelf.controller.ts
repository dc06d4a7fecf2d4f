import { QueryFailedError } from 'typeorm'; // refused

export const failure = QueryFailedError;
