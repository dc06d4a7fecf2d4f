import { prepareData } from './build.js';
import prepareTemplate from './database-template.setup.js';

/** Prepares what tests of processes start and copy. */
export default async function prepareProcesses() {
  await prepareTemplate();
  await prepareData();
}
