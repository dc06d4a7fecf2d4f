import { defaults } from '../../settings/defaults.js'; // refused

export const limits = defaults;
