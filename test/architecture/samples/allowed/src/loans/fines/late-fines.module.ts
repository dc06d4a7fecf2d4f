import { answers } from './http/fine.controller.js';
import { stored } from './persistence/sql-fine.repository.js';

export const LateFinesModule = [answers, stored];
