import { Logger } from '../../../platform/logging/index.js'; // refused
import { ReaderGuard } from '../../http/reader.guard.js'; // refused

export const parts = [Logger, ReaderGuard];
