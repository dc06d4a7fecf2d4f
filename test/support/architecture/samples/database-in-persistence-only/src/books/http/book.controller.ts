import { QueryFailedError } from 'typeorm/error/QueryFailedError.js'; // refused

export const failure = QueryFailedError;
