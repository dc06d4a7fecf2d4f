import type { Transport } from './transport.js';

/** The base class of groups of operations. */
export abstract class Resource {
  constructor(protected readonly transport: Transport) {}
}
