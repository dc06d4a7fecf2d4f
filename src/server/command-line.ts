import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SettingsError } from '../platform/config/index.js';

const usage = `The Feedback & Changelog Service: an HTTP API for feedback and changelogs.

Usage: node dist/main.js [options]

Options:
  -h, --help     Print this text.
  -v, --version  Print the version.

Settings are environment variables, also in a file .env in the working directory. The most important ones:
  PORT, HOST              Address to listen on. Default: 3000, 127.0.0.1
  DATABASE_URL            postgres://…; without it, an embedded database is used.
  DATA_DIR                Directory of the embedded database and of the first access token. Default: ./data
  BOOTSTRAP_ACCESS_TOKEN  Access token of the first instance admin, instead of a generated one.

docs/settings.md describes all of them.`;

/**
 * Returns the text to print instead of starting the service; undefined without an option.
 *
 * @param args the arguments of the command line
 * @throws SettingsError for arguments that do not exist
 */
export function answerOptions(args: readonly string[]): string | undefined {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  } as const;
  try {
    const { help, version } = parseArgs({ args: [...args], options }).values;
    if (help) return usage;
    return version ? readVersion() : undefined;
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}\nSee --help.`);
  }
}

function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
