import { randomFillSync } from 'node:crypto';

const bytes = 12;

/** Random bytes for many ids: each call for some costs more than all the rest of an id. */
const stock = Buffer.alloc(1_024 * bytes);
let used = stock.length;

function newId(): string {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  return stock.toString('hex', used, (used += bytes));
}

/** The id that was sent with a request where it can do no harm in a header or in the log, else a new one. */
export function requestId(sent?: string | string[]): string {
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,200}$/.test(sent) ? sent : newId();
}
