import { port } from '../server/port.js'; // refused

export const defaults = { port };
