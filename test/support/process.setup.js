import { buildService } from './build.js';
import prepareTemplate from './database-template.setup.js';

/** Builds the service for tests of processes; `SERVICE_BUILD` is the folder. */
export default async function prepareProcesses() {
  await buildService();
  await prepareTemplate();
}
