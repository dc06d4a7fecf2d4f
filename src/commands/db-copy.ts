import { parseArgs } from 'node:util';

const usage = `Copies the embedded database in DATA_DIR to the empty database of DATABASE_URL.

Usage: npm run db:copy
       npm run db:copy -- --to-embedded   from DATABASE_URL to an empty DATA_DIR

Stop the service first. SECRETS_KEY must be the key of the service.`;

const { help, toEmbedded } = readOptions();
if (help) {
  console.log(usage);
} else {
  // Loaded only here: the application takes seconds to load.
  const { copyBetween } = await import('./copy-between.js');
  await copyBetween(toEmbedded);
}

/** Returns the options of the command line. Exits with 1 after an invalid one. */
function readOptions(): { help: boolean; toEmbedded: boolean } {
  try {
    const { values } = parseArgs({
      options: { help: { type: 'boolean', short: 'h' }, 'to-embedded': { type: 'boolean' } },
    });
    return { help: values.help === true, toEmbedded: values['to-embedded'] === true };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
