import { Api } from './generated/api.js';
import type { ClientOptions } from './options.js';
import { Transport } from './transport.js';

/**
 * A client of the Feedback & Changelog Service.
 *
 * @example
 *   const client = new FeedbackClient({ baseUrl: 'https://feedback.example.com', token });
 *   const feedback = await client.feedback.create('acme', { title: 'Dark mode' });
 */
export class FeedbackClient extends Api {
  /** @throws TypeError if `baseUrl` is not a URL of a service */
  constructor(options: ClientOptions = {}) {
    super(new Transport(options));
  }
}
