import { finished } from 'node:stream';
import type { Response } from 'express';

/**
 * Calls the function once the response has been sent or its client has gone, also if that happened before. Returns a function
 * that stops listening, to be called at most once.
 */
export function whenClosed(response: Response, listener: () => void): () => void {
  // Logs, metrics, compression and limits listen to each response, so Node's limit of 10 listeners would warn.
  response.setMaxListeners(response.getMaxListeners() + 1);
  const stop = finished(response, () => listener());
  return () => {
    stop();
    response.setMaxListeners(response.getMaxListeners() - 1);
  };
}
